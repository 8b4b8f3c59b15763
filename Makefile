# Makefile - the map of the book, from kernel to page. `make help` lists targets.
#
#   bench/ + kernels/ -> build/bench/stride             programs
#                     -> build/results/here/stride.csv  this machine, measured
#                        results/<machine>/stride.csv   other machines, recorded
#                     -> build/site/<machine>/data/, figures/, <chapter>.html, .pdf
#
# Folders are stages and a stem runs through them all, so an experiment or a
# chapter is added by adding its files. A stem below build/site is
# machine/folder/name; the two functions under "Editions" take it apart.

# Older tools would misread the rest: macOS has make 3.81 and bash 3.2.
ifeq ($(filter grouped-target,$(.FEATURES)),)
$(error make $(MAKE_VERSION) is too old: install GNU make 4.3 or newer, on macOS with: brew install make bash)
endif
bash := $(shell bash -c '((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 404)) && command -v bash' 2> /dev/null)
ifeq ($(bash),)
$(error bash is missing or older than 4.4: install it, on macOS with: brew install make bash)
endif

$(if $(wildcard bench/run/lock.sh),,$(error run make in the folder of the Makefile: make -C $(dir $(lastword $(MAKEFILE_LIST)))))

SHELL := $(bash)
.SHELLFLAGS := -eu -o pipefail -c
MAKEFLAGS += --no-builtin-rules
.DELETE_ON_ERROR:
.SECONDEXPANSION:
.DEFAULT_GOAL := all
# What is being installed or removed cannot be used meanwhile.
ifneq ($(filter setup% clean,$(MAKECMDGOALS)),)
.NOTPARALLEL:
endif

targets := all help measure counters record validate compare-results query fleet fleet-page programs compilers site pdf epub \
    handout serve watch setup setup-check check coverage fuzz bench-build bench-fleet bench-agree clean
.PHONY: $(targets)
# The name that comes closest to a word.
nearest = $(patsubst %, (did you mean %?),$(shell awk -f bench/run/nearest.awk '$(subst ','\'',$1)' $2))
wrong_goal := $(firstword $(foreach g,$(MAKECMDGOALS),$(if $(findstring /,$g),,$(filter-out $(targets),$g))))
$(if $(wrong_goal),$(error there is no target '$(wrong_goal)'$(call nearest,$(wrong_goal),$(targets)): 'make help' lists them all))

# What is there to weave is known when make starts.
early := $(filter measure counters record,$(MAKECMDGOALS))
late  := $(filter site pdf epub handout,$(MAKECMDGOALS))
$(if $(and $(filter all measure counters,$(MAKECMDGOALS)),$(filter record validate compare-results,$(MAKECMDGOALS))),$(error measure first, then look or record: make measure && make record MACHINE=my-gpu))
$(if $(and $(early),$(late)),$(error what '$(early)' makes, '$(late)' would not see: 'make $(early) && make $(late)'))

# One make at a time writes: the others wait, but for those that only look.
looks := help query validate compare-results serve watch coverage fuzz bench-build bench-fleet bench-agree fleet
ifneq ($(if $(MAKECMDGOALS),$(filter-out $(looks),$(MAKECMDGOALS)),all),)
# Its letters of -n and the like come first, if there are any.
ifeq ($(findstring n,$(filter-out --%,$(firstword -$(MAKEFLAGS)))),)
blocked := $(shell bash bench/run/lock.sh $$PPID)
$(if $(blocked)$(filter-out 0,$(.SHELLSTATUS)),$(error $(or $(blocked),bench/run/lock.sh failed)))
writes := 1
endif
endif

# ---- What a user may set -----------------------------------------------------

CFLAGS    ?= -O2 -Wall -Wextra -Wconversion -Wshadow
NVCC      ?= $(firstword $(wildcard /usr/local/cuda/bin/nvcc) nvcc)
NVCCFLAGS ?= -O3 -arch=$(if $(has_gpu),native,sm_90)
MACHINE   ?=#   the name under which `make record` keeps this machine's results; whose PDFs are made
ONLY      ?=#   experiments that `make measure` is to measure, even if they are measured
QUICK     ?=#   1: measure quickly, with less care
DEVICE    ?=#   the GPU to measure, as CUDA counts them, or all; its results are gpu0's, gpu1's ...
LIMIT     ?= 120# seconds that a program may take beside ten times what is expected
# What git knows of the commit goes before what the environment says.
commit_said := $(COMMIT)
COMMIT     = $(or $(filter-out unknown,$(shell bash bench/run/commit.sh)),$(commit_said),unknown)
PANDOC    ?= pandoc
GNUPLOT   ?= gnuplot
SITE_URL  ?=#   where the site will be published: for the sitemap and for links from elsewhere
PORT      ?= 8000
FLEET     ?=#   the folder of a fleet: its plan, and the results of each GPU in results/<name>/
CHAPTER   ?=#   whose handouts are made: numbers, names or both, such as "2 03-vector ladder"
PAPER     ?= a4#   of PDFs, or letter
SOLUTIONS ?= appendix#   at the end, and on the site hidden until asked for; inline: below their questions; or none
FUZZ_SECONDS ?= 600
# What a variable on the command line is for. One that is misspelt, or means nothing to the
# targets that are asked for, would be ignored without a word. Tests pretend with has_gpu= and can_run=.
for.CC := $(targets)
for.CFLAGS := $(targets)
for.NVCC := $(targets)
for.NVCCFLAGS := $(targets)
for.PANDOC := $(targets)
for.GNUPLOT := $(targets)
for.COMMIT := $(targets)
for.SITE_URL := $(targets)
for.ONLY := all measure fleet bench-agree programs compilers
for.QUICK := all measure fleet programs compilers
for.DEVICE := all measure counters record compare-results site serve watch bench-agree
for.LIMIT := all measure fleet programs compilers
for.MACHINE := record compare-results query pdf handout
for.COURSE := all site pdf epub handout serve watch check fleet-page
for.SOLUTIONS := $(for.COURSE)
for.DATE := all pdf handout check
for.PAPER := all pdf handout check
for.CHAPTER := handout query
for.Q := query
for.FLEET := fleet fleet-page measure programs compilers
for.PORT := serve
for.FUZZ_SECONDS := fuzz
settings := $(sort $(patsubst for.%,%,$(filter for.%,$(.VARIABLES))))
given := $(foreach v,$(filter-out has_gpu can_run for.% .% -% MAKE%,$(.VARIABLES)),$(if $(filter command,$(origin $v)),$v))
wrong_name := $(firstword $(filter-out $(settings),$(given)))
$(if $(wrong_name),$(error there is no variable '$(wrong_name)'$(call nearest,$(wrong_name),$(settings)): there are $(settings)))
useless := $(firstword $(foreach v,$(if $(filter 0,$(MAKELEVEL)),$(given)),$(if $(findstring /,$(MAKECMDGOALS))$(filter $(for.$v),$(or $(MAKECMDGOALS),all)),,$v)))
$(if $(useless),$(error $(useless)= means nothing to 'make $(MAKECMDGOALS)': it is for $(for.$(useless))))
override QUICK := $(filter-out no 0,$(QUICK))
export QUICK
$(if $(filter-out 1 yes,$(QUICK)),$(error QUICK=$(QUICK): 1 for a quick pass, 0 or nothing for a full one))
# Text, whatever characters it has: make is not to expand it.
override MACHINE := $(value MACHINE)
override COURSE := $(value COURSE)
override Q := $(value Q)
override DATE := $(value DATE)
export COURSE DATE PAPER SOLUTIONS
$(if $(filter-out appendix inline none,$(SOLUTIONS))$(word 2,$(SOLUTIONS)),$(error SOLUTIONS=$(SOLUTIONS): it is appendix, inline or none))

# Lists of files are sorted, since another locale has another order of names.

# ---- Experiments: a kernel and a program of the same name ---------------------

host_experiments := $(sort $(basename $(notdir $(wildcard kernels/host_*.c))))
gpu_experiments  := $(sort $(basename $(notdir $(wildcard kernels/*.cu))))
# Of a node with several GPUs, not of one of them.
node_experiments := peer peer_latency transfer_all
has_gpu   := $(wildcard /dev/nvidiactl /dev/dxg /dev/nvgpu)
has_nvcc  := $(shell command -v $(NVCC) || true)
cuda      := $(patsubst %/bin/nvcc,%,$(has_nvcc))
# How programs are compiled: what was compiled in another way is not to be timed.
by_cc     := $(CC) $(CFLAGS) $(shell stat -Lc '%i %s' "$$(command -v $(firstword $(CC)))" 2> /dev/null)
by_nvcc   := $(NVCC) $(NVCCFLAGS) $(shell stat -Lc '%i %s' "$(has_nvcc)" 2> /dev/null; \
    sed -n 's/^Model: *//p' /proc/driver/nvidia/gpus/*/information 2> /dev/null | sort -u)
can_run   := machine $(host_experiments) \
             $(if $(and $(has_gpu),$(has_nvcc)),$(gpu_experiments) kernels)
here      := build/results/$(if $(DEVICE),gpu$(DEVICE:all=0),here)
devices   := 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
$(if $(filter-out all $(devices),$(DEVICE))$(word 2,$(DEVICE)),$(error DEVICE=$(DEVICE): the number of a GPU, 0 to 15, or all))
# Before anything is measured, or made of measured code, another machine's results are set aside.
$(if $(writes),$(if $(filter all measure counters,$(or $(MAKECMDGOALS),all)),$(shell bash bench/run/this_machine.sh --set-aside $(notdir $(here)))))

all: measure ## measure this machine if that is not done yet, then build the site, the PDFs and the EPUBs
	@echo "Building the site"
	@$(MAKE) --silent --no-print-directory site
	@if command -v node > /dev/null && [ -d templates/node_modules ]; then \
	    echo "Building the PDFs and the EPUBs"; $(MAKE) --silent --no-print-directory pdf epub MACHINE=; \
	else echo "The PDFs and EPUBs were left out: they need Node and 'make setup'"; fi
	@echo "Open build/site/index.html"

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' Makefile

# What is measured here: all that can be, or ONLY some of it.
unknown := $(filter-out machine $(host_experiments) $(gpu_experiments),$(ONLY))
$(if $(unknown),$(error measure: there is no '$(unknown)'; there are: machine $(host_experiments) $(gpu_experiments)))
unable := $(if $(filter fleet,$(MAKECMDGOALS)),,$(filter-out $(can_run),$(ONLY)))
$(if $(unable),$(error measure: '$(unable)' needs an NVIDIA GPU and the CUDA Toolkit))
measured := $(or $(ONLY),$(filter-out kernels,$(can_run)))

need_flock = command -v flock > /dev/null || { echo "measure: flock is missing: install util-linux; 'make site' needs none" >&2; exit 1; }

# Nothing is compiled while something is measured. No rule makes a CSV, so that
# rendering never measures.
# The commit may come from a tag, whose name may have quotes.
measure counters build/measured/$(notdir $(here))/kernels: private export BENCH_COMMIT = $(COMMIT)
measure: build/bench/machine $(measured:%=build/bench/%) $(if $(ONLY),,$(patsubst %,build/measured/$(notdir $(here))/%,$(filter kernels,$(can_run)))) ## measure this machine: ONLY=copy a single experiment, QUICK=1 in a hurry, DEVICE=all each GPU
	@$(need_flock)
	@exec env REFERENCE=$(reference) LIMIT='$(LIMIT)' \
	    OF_THE_NODE='$(host_experiments) $(node_experiments)' \
	    BENCH_NVCC="$$($(NVCC) --version 2> /dev/null | sed -n 's/.*, V//p')" \
	    bash bench/run/measure.sh $(QUICK:%=--quick) $(if $(ONLY),--again) $(DEVICE:%=--device=%) $(measured)
	@$(if $(or $(wildcard $(here)/machine.csv),$(and $(has_gpu),$(has_nvcc))),,echo "measure: $(if $(has_gpu),there is a GPU but no nvcc,there is no NVIDIA GPU or no driver for it), so only the CPU was measured$(if $(has_gpu),: install the CUDA Toolkit,; the book shows the GPU of $(reference) beside it)" >&2)

# Many machines, through Slurm: bench/fleet/README.md. Tasks build `programs` on their
# nodes before they measure, unless these `compilers` have done so.
fleet: export FLEET := $(FLEET)
fleet: private export COMMIT := $(COMMIT)
fleet: ## have Slurm measure what FLEET/plan names, and collect what is there: FLEET=folder
	@exec bash bench/fleet/measure.sh "$$FLEET"

programs: $(patsubst %,build/bench/%,$(filter-out kernels,$(can_run)))
	@$(if $(and $(has_gpu),$(or $(ONLY),$(has_nvcc))),,[ ! "$${SLURM_JOB_GPUS-}" ] || { echo "measure: this node has a GPU but no $(if $(has_gpu),nvcc: install the CUDA Toolkit,driver for it: install NVIDIA's)" >&2; exit 1; })

compilers:
	@$(CC) --version; $(if $(has_nvcc),$(NVCC) --version)

# Registers and machine code of every kernel, from the objects that were timed.
build/measured/$(notdir $(here))/kernels: bench/run/sass.sh $(gpu_experiments:%=build/obj/kernels/%.cu.o)
	@$(need_flock); mkdir -p $(@D) $(here)
	@PATH="$(cuda)/bin:$$PATH" flock build/measure.lock bash $^ $(here)
	@touch $@

# What the GPU itself counts of the experiments on access patterns, and on the L2.
counted := $(filter stride offset copy transpose histogram,$(can_run))
counters: $(counted:%=build/bench/%) ## count requests and sectors with ncu (needs a GPU and leave to read its counters)
	@PATH="$$PATH:$(cuda)/bin" bash bench/run/counters.sh $(addprefix --device=,$(filter-out all,$(DEVICE))) $(here) $(counted)

# What every program shares, and what a program of the CPU or of the GPU needs besides.
shared   := $(patsubst %,build/obj/bench/harness/%.o,options samples table system experiment)
for_host := $(shared) build/obj/bench/harness/host.o
for_gpu  := $(shared) $(patsubst %,build/obj/bench/harness/%.o,gpu gpu_time instruments.cu add_one alignment)
# The commit that a program is built from, as it is when the program is linked.
built_from = $(CC) -x c -c -o $@.commit.o - <<< "const char bench_built_from[] = \"$${BENCH_COMMIT//[^[:alnum:]._-]/_}\";"

$(patsubst %,bench/%.c,$(host_experiments) $(gpu_experiments)):
	@echo "measure: the kernel '$(@F:.c=)' has no $@ that runs it: add it, as CONTRIBUTING.md says, or remove the kernel" >&2; exit 1

$(host_experiments:%=build/bench/%): build/bench/%: build/obj/bench/%.o build/obj/kernels/%.o $(for_host)
build/bench/machine: build/obj/bench/machine.o $(for_host)
$(host_experiments:%=build/bench/%) build/bench/machine: private export BENCH_COMMIT = $(COMMIT)
$(host_experiments:%=build/bench/%) build/bench/machine:
	@mkdir -p $(@D); $(built_from)
	$(CC) -fopenmp -o $@.tmp $^ $@.commit.o -lm -ldl
	@rm $@.commit.o; mv $@.tmp $@

$(gpu_experiments:%=build/bench/%): private export BENCH_COMMIT = $(COMMIT)
$(gpu_experiments:%=build/bench/%): build/bench/%: build/obj/bench/%.o build/obj/kernels/%.cu.o $(for_gpu)
	@mkdir -p $(@D); $(built_from)
	$(NVCC) $(NVCCFLAGS) -o $@.tmp $^ $@.commit.o
	@rm $@.commit.o; mv $@.tmp $@

build/obj/%.o: %.c build/cc.txt
	@mkdir -p $(@D)
	@command -v $(firstword $(CC)) > /dev/null || { echo "measure: $(CC) is missing: run 'make setup'; 'make site' needs none" >&2; exit 1; }
	$(CC) -std=c11 -D_GNU_SOURCE -fopenmp $(CFLAGS) $(cuda:%=-isystem %/include) -MMD -MP -MT $@ -MF $(@:.o=.d).tmp -c -o $@.tmp $<
	@mv $(@:.o=.d).tmp $(@:.o=.d); mv $@.tmp $@

build/obj/%.cu.o: %.cu build/nvcc.txt
	@mkdir -p $(@D)
	@command -v $(NVCC) > /dev/null || { echo "nvcc is missing: install the CUDA Toolkit; 'make measure' measures the CPU without" >&2; exit 1; }
	$(NVCC) $(NVCCFLAGS) -MMD -MP -MT $@ -MF $(@:.o=.d).tmp -c -o $@.tmp $<
	@mv $(@:.o=.d).tmp $(@:.o=.d); mv $@.tmp $@

record: export MACHINE := $(MACHINE)
record: ## keep this machine's measurements as results/MACHINE, for git
	@shopt -s nullglob; bash bench/run/validate.sh $(here)/*.csv
	@bash bench/run/record.sh $(here) "$$MACHINE"

# The shell lists the files: there may be more than make can pass to it.
validate: ## check all results, recorded and of this machine: whole, sound, of these programs
	@shopt -s nullglob; files=(results/*/*.csv build/results/{here,gpu[0-9],gpu1[0-5]}/*.csv); \
	bash bench/run/validate.sh "$${files[@]}"; echo "$${#files[@]} files of results, no fault"

compare-results: export MACHINE := $(MACHINE)
compare-results: ## list where this machine's results disagree with its recorded ones, or with MACHINE's; fails if they do
	@bash bench/run/compare.sh $(here) "$$MACHINE"

# ---- Editions: the book for one machine ---------------------------------------

reference := nvidia-h200
node      := nvidia-h200-x4
recorded  := $(sort $(notdir $(patsubst %/machine.csv,%,$(wildcard results/*/machine.csv))))
# Measured here: "here", or gpu0, gpu1 ... of DEVICE=.
local     := $(sort $(foreach m,here $(devices:%=gpu%),$(if $(wildcard build/results/$m/machine.csv),$m)))
# Those that another machine has left in a build/ that it shares with this one.
foreign   := $(if $(local),$(shell bash bench/run/this_machine.sh $(local)))
# Of a node of which nothing else is recorded, these are lent, and there is no edition.
machines  := $(strip $(local) $(foreach m,$(recorded),$(if \
    $(filter-out machine $(node_experiments),$(basename $(notdir $(wildcard results/$m/*.csv)))),$m)))
chapters  := $(sort $(basename $(notdir $(wildcard chapters/[0-9]*.md))))
figures   := $(sort $(basename $(notdir $(filter-out %/style.gp,$(wildcard figures/*.gp)))))
data      := machine kernels counters $(host_experiments) $(gpu_experiments)
# The page of chapter 09-name is name.html: book.lua has the same rule.
page_of    = $(patsubst $(firstword $(subst -, ,$1))-%,%,$1)
chapter_named = $(strip $(foreach c,$(chapters),$(if $(filter $1,$(call page_of,$c)),$c)))
titles    := $(foreach c,$(chapters),$(call page_of,$c))
pages     := index compare claims

# Names become paths, links and arguments.
bad_names := $(shell ls -b results 2> /dev/null | grep -E '^(here|gpu[0-9]+|fleet|figures|fonts|source)$$|^-|[^a-z0-9-]')
$(if $(bad_names),$(error results/: '$(bad_names)': rename it: lower case, digits and hyphens, and not 'here', 'gpu0', 'fleet', 'figures', 'fonts' or 'source'))
bad_names := $(shell find -L results -mindepth 1 \( -type l -o -path 'results/*/*' -iname '*.csv*' ! -regex 'results/[^/]*/[a-z0-9_]*\.csv' \) -print -quit 2> /dev/null)
$(if $(bad_names),$(error '$(bad_names)': nothing reads it: a table of results is results/<machine>/<experiment>.csv: rename, move or remove it))

bad_names := $(shell ls -b chapters 2> /dev/null | grep -iE '\.(md|markdown)(\.txt)?$$' | grep -vxE '([0-9][0-9]-[a-z0-9-]+|book|claims|compare|cover|fleet|gpu|ladder|report|README)\.md')
$(if $(bad_names),$(error chapters/: '$(bad_names)': rename it, such as 09-name.md: two digits and a hyphen, then lower case, digits and hyphens))

bad_names := $(shell ls -bd kernels/* bench/* figures/* 2> /dev/null | grep -E '\.(c|cu|h|gp)$$' | grep -vxE 'kernels/(host_[a-z0-9_]+\.c|[a-z0-9_]+\.(cu|h))|bench/[a-z0-9_]+\.[ch]|figures/[a-z0-9_-]+\.gp')
$(if $(bad_names),$(error '$(bad_names)': rename it, such as kernels/triad.cu or, for the CPU, kernels/host_triad.c: lower case, digits and underscores))
lonely := $(if $(filter all measure programs fleet,$(or $(MAKECMDGOALS),all)),$(filter-out machine $(host_experiments) $(gpu_experiments),$(basename $(notdir $(wildcard bench/*.c)))))
$(if $(lonely),$(error bench/$(firstword $(lonely)).c has no kernel: add kernels/$(firstword $(lonely)).$(if $(filter host_%,$(lonely)),c,cu), or remove it))
lonely := $(filter-out $(chapters),$(basename $(notdir $(wildcard chapters/[0-9]*.lua))))
$(if $(lonely),$(error chapters/$(firstword $(lonely)).lua holds names of no chapter: there is no chapters/$(firstword $(lonely)).md))

# Chapters with one page or one number would overwrite each other, and some pages are no chapter's.
no_chapters := report compare claims fleet 404
clash := $(firstword $(foreach t,$(titles),$(if $(word 2,$(filter $t,$(no_chapters) $(titles))),$t)))
$(if $(clash),$(error chapters/: '$(patsubst %,%.md,$(filter $(clash),$(no_chapters)) $(call chapter_named,$(clash)))' would both be the page $(clash).html: rename one))
numbers := $(foreach c,$(chapters),$(firstword $(subst -, ,$c)))
clash := $(firstword $(foreach n,$(numbers),$(if $(word 2,$(filter $n,$(numbers))),$n)))
$(if $(clash),$(error chapters/: '$(patsubst %,%.md,$(filter $(clash)-%,$(chapters)))' would both be Chapter $(clash): rename one))

# Results of nobody have no edition, and one that they had would be removed.
nobody_s  := $(firstword $(filter-out $(recorded:%=results/%/),$(sort $(dir $(wildcard results/*/*.csv)))))
$(if $(and $(nobody_s),$(filter-out help clean setup% measure counters,$(or $(MAKECMDGOALS),all))),$(error $(nobody_s): machine.csv is missing, which says whose results these are: take it back ('git checkout $(nobody_s)machine.csv'), or remove the folder))

# An address goes into pages and commands as it is.
lparen := (
rparen := )
bad_url := $(strip $(foreach c,' " < > & \ ; | ` * ? [ { $(lparen) $(rparen),$(findstring $c,$(SITE_URL))) $(word 2,$(SITE_URL)))
$(if $(bad_url),$(error SITE_URL=$(SITE_URL): no blanks or quotes, nothing of '<>&;|*?[{()\', such as https://example.org/book))
$(if $(filter-out http://% https://%,$(SITE_URL)),$(error SITE_URL=$(SITE_URL): it begins with http:// or https://, such as https://example.org/book))

# What targets depend on that is no file, but a variable: written anew only when that
# has changed. `$(call keep,name,variable)` keeps it in build/name.txt.
define keep
export $2
build/$1.txt:
	@mkdir -p build; printf '%s\n' "$$$$$2" > $$@.tmp; mv $$@.tmp $$@
ifneq ($$($2),$$(file < build/$1.txt))
.PHONY: build/$1.txt
endif
endef
$(eval $(call keep,machines,machines))
$(eval $(call keep,foreign,foreign))
$(eval $(call keep,stems,chapters))
$(eval $(call keep,url,SITE_URL))
$(eval $(call keep,cc,by_cc))
$(eval $(call keep,nvcc,by_nvcc))

handouts := $(filter-out 00-%,$(chapters))
pdfs_of   = $(patsubst %,build/site/$1/%.pdf,$(handouts) book report ladder)

# Of a stem machine/folder/name below build/site.
machine_of = $(firstword $(subst /, ,$*))
chapter_of = $(call chapter_named,$(notdir $*))

# A machine's own results of an experiment, else the reference machine's, which is one
# GPU and has no peers, else the reference node's.
own    = $(wildcard $(if $(filter $(local),$1),build/)results/$1/$2.csv)
lent   = $(firstword $(wildcard results/$(reference)/$1.csv results/$(node)/$1.csv))
source = $(and $(filter $1,$(machines)),$(or $(call own,$1,$2),$(call lent,$2)))
# The data and figures that an edition has.
edition_data = $(foreach d,$(data),$(if $(call source,$1,$d),build/site/$1/data/$d.csv))
edition_files = $(call edition_data,$1) \
    $(foreach f,$(figures),$(if $(call source,$1,$(firstword $(subst -, ,$f))),build/site/$1/figures/$f.svg))

# The text of the kernels and programs that pages quote, the machine code that they
# quote of what a machine has recorded, and what search finds.
quoted  := $(shell sed -nE 's/^```\{\.sass kernel="([^"]*)".*/\1/p' $(wildcard chapters/*.md) /dev/null | sort -u)
sass_files = $(patsubst $(if $(filter $(local),$1),build/)results/$1/%.sass,build/site/$1/%.txt,$(wildcard $(quoted:%=$(if $(filter $(local),$1),build/)results/$1/sass/%.sass)))
sources := $(wildcard kernels/*.c kernels/*.cu kernels/*.h bench/*.c bench/harness/*.c bench/harness/*.h)
indices := $(machines:%=build/site/%/search-index.js)

# They need an address.
whole_links := build/site/404.html build/site/sitemap.xml
site_files  := $(pages:%=build/site/%.html) $(foreach m,$(machines),$(patsubst %,build/site/$m/%.html,$(titles) report) $(call edition_files,$m) $(call sass_files,$m)) $(indices)
site: $(site_files) $(if $(SITE_URL),$(whole_links)) build/sources.stamp ## build the site (needs gnuplot and pandoc, no GPU)
	$(if $(SITE_URL),,$(if $(wildcard $(whole_links)),@rm -f $(whole_links)))
	$(if $(and $(wildcard $(here)/*.csv),$(filter-out $(local),$(notdir $(here)))),@echo "site: $(here) has no machine.csv: 'make measure ONLY=machine' gives it an edition" >&2)

epub: $(machines:%=build/site/%/book.epub) ## build the EPUBs (needs Node as well)

# The data of an edition, each file with a note of whose it is: checked where they are
# its own or the node's, else those of the reference's edition. A page of before may still list data of
# a machine that is gone: then there is nothing to do.
original = $(if $(call source,$1,$2),$(or $(call own,$1,$2),$(patsubst results/$(reference)/%,build/site/$(reference)/data/%,$(call lent,$2))))
build/site/%.csv: $$(call original,$$(machine_of),$$(notdir $$*))
	@$(if $(filter-out build/site/%,$<),bash bench/run/validate.sh $< || { echo "site: the old pages stay; 'make validate' lists all faults" >&2; exit 1; })
	@$(if $<,mkdir -p $(@D); { $(if $(filter-out build/site/%,$<),echo "# edition: $(notdir $(patsubst %/,%,$(dir $<)))" && )cat $<; } > $@.tmp && mv $@.tmp $@)

# Nothing reads data before all data are found good.
build/data.stamp: $(foreach m,$(machines),$(call edition_data,$m))
	@touch $@

# One run of gnuplot, two files: colours by name for pages, as they are for print.
# A second figure of an experiment has a word more: copy-order.gp draws copy.csv.
build/site/%.svg build/print/%.svg: figures/$$(notdir $$*).gp figures/style.gp templates/weave/figure.sh templates/weave/figure.awk \
    build/site/$$(machine_of)/data/$$(firstword $$(subst -, ,$$(notdir $$*))).csv | build/data.stamp
	@GNUPLOT='$(GNUPLOT)' bash templates/weave/figure.sh $(notdir $*) build/site/$(machine_of)/data build/site/$*.svg build/print/$*.svg

# Figures of no edition: compare-copy.gp draws copy.csv of all machines that have their
# own, and cover.gp some of the reference machine's.
across := cover $(filter compare-%,$(figures))
csvs_of = $(if $(filter cover,$1),$(foreach d,copy stride transfer,$(call own,$(reference),$d)),$\
    $(foreach m,$(local) $(recorded),$(call own,$m,$(1:compare-%=%))))
$(across:%=build/site/figures/%.svg): build/site/figures/%.svg: figures/%.gp figures/style.gp templates/weave/figure.sh templates/weave/figure.awk \
    build/machines.txt chapters/published.csv $$(call csvs_of,$$*) | build/data.stamp
	@GNUPLOT='$(GNUPLOT)' bash templates/weave/figure.sh $* . $@ build/print/figures/$*.svg $(call csvs_of,$*)

# A page or a figure in build/site that would not be made today is not to be published, such as
# the page of a chapter that is gone. Only such files are looked at, and none that is hidden. A page that a fault keeps from being made
# anew is still wanted, so the old one stays. weave/fleet.sh and assets.sh look after their own.
# Nothing of ours has a blank in its name, which would be two words here.
wanted := $(site_files) $(whole_links) $(sources:%=build/site/source/%.txt) $(across:%=build/site/figures/%.svg) \
    $(foreach m,$(machines),$(call pdfs_of,$m) build/site/$m/book.epub) \
    $(addprefix build/site/,site.css site.js minisearch.js favicon.svg preview.png fonts/% fleet.% fleet/% figures/fleet-%)
wanted += $(patsubst %.svg,%.gp,$(filter %.svg,$(wanted)))
gone   := $(filter-out $(wanted),$(shell find build/site -type f ! -path '*/.*' ! -path '*[^A-Za-z0-9._/-]*' \
        -regex '.*\.\(html\|pdf\|epub\|svg\|gp\|csv\|js\|txt\)' 2> /dev/null)) \
    $(filter-out $(patsubst %,build/\%/%/,$(machines) figures fleet),$(wildcard build/claims/*/ build/epub/*/ build/print/*/ build/search/*/ build/depend/*/*/))
$(if $(and $(writes),$(strip $(gone))),$(file > build/gone.txt,$(gone) $(gone:build/site/%.svg=build/print/%.svg))$(shell xargs rm -rf < build/gone.txt; rm build/gone.txt; find build/site -type d ! -path '*/.*' -empty -delete))

build/chapters.txt: build/chapters.stamp ;
build/chapters.stamp: templates/weave/chapters.awk $(chapters:%=chapters/%.md) build/stems.txt
	@awk -f $(filter-out build/%,$^) < /dev/null > build/chapters.tmp
	@cmp -s build/chapters.tmp build/chapters.txt && rm build/chapters.tmp || mv build/chapters.tmp build/chapters.txt
	@touch $@

weavers = templates/web/page.html templates/weave/weave.sh $(wildcard templates/weave/*.lua) build/url.txt build/machines.txt build/foreign.txt
# Pandoc looks through all of its memory for garbage several times a page, unless it is
# told to wait for 64 MB of it. Not every pandoc can be told: each run of make asks once,
# and only if there is something to weave.
rts = $(eval rts := $(shell GHCRTS=-O64m '$(PANDOC)' --version > /dev/null 2>&1 && echo -O64m))$(rts)
woven = GHCRTS='$(rts)' PANDOC='$(PANDOC)' REFERENCE=$(reference) EXPERIMENTS='$(data)' SITE_URL='$(SITE_URL)'
weave = $(woven) bash templates/weave/weave.sh

# The terms of the glossary, if there is one, which chapters link.
glossary := $(call chapter_named,glossary)
build/terms.txt: build/terms.stamp ;
build/terms.stamp: $(glossary:%=chapters/%.md) build/chapters.txt $(weavers)
	@$(if $(glossary),$(weave) terms $< . build/terms.new,: > build/terms.new)
	@cmp -s build/terms.new build/terms.txt && rm build/terms.new || mv build/terms.new build/terms.txt
	@touch $@

# A site or an EPUB is as it was asked for last, whatever else is made meanwhile, and also when
# serve or watch make it.
asked = $(if $(and $(filter $2,$(MAKECMDGOALS)),$(filter 0 command environment,$(MAKELEVEL) $(origin SOLUTIONS) $(origin COURSE))),$(strip $(or $(SOLUTIONS),appendix) $(COURSE)),$(or $(file < build/$1.txt),appendix))
site_options := $(call asked,site,site fleet-page check %.html)
epub_options := $(call asked,epub,epub check %.epub)
$(eval $(call keep,site,site_options))
$(eval $(call keep,epub,epub_options))

build/site/%.html: chapters/$$(chapter_of).md $(weavers) build/site.txt \
    | $$(call edition_files,$$(machine_of)) build/data.stamp build/chapters.txt build/terms.txt build/site/site.css
	@$(weave) html $< $(machine_of) $@

# The claims that a chapter's page has made, written anew only when they have changed.
# A page of before may still list those of a machine that is gone.
build/claims/%.txt: $$(and $$(filter $$(machine_of),$$(machines)),build/site/$$*.html) ;

$(machines:%=build/site/%/report.html): build/site/%/report.html: chapters/report.md $(weavers) build/site.txt \
    | $$(call edition_files,$$*) build/data.stamp $$(foreach t,$$(titles),build/claims/$$*/$$t.txt) build/site/site.css
	@$(weave) html $< $* $@

# The list of machines leads to the fleet's page while there is one.
fleet_page := $(if $(filter fleet-page,$(MAKECMDGOALS))$(wildcard build/site/fleet.html),fleet.html)
$(eval $(call keep,fleet_page,fleet_page))

# Of no edition: they show what the reports do, of all machines.
$(pages:%=build/site/%.html): build/site/%.html: chapters/$$(subst index,cover,$$*).md $(weavers) build/site.txt \
    | build/fleet_page.txt $(machines:%=build/site/%/report.html) $(across:%=build/site/figures/%.svg)
	@$(weave) html $< . $@

# It is shown at any address.
build/site/404.html: templates/web/404.md $(weavers) build/site.txt | build/data.stamp build/site/site.css
	@$(weave) html $< . $@

build/site/sitemap.xml: build/url.txt build/machines.txt build/stems.txt
	@mkdir -p $(@D)
	@{ echo '<?xml version="1.0" encoding="UTF-8"?>'; echo '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'; \
	printf '<url><loc>%s</loc></url>\n' $(addprefix $(SITE_URL:/=)/,'' $(patsubst %,%.html,$(filter-out index,$(pages))) $(foreach m,$(machines),$m/ $(patsubst %,$m/%.html,$(filter-out index,$(titles)) report))); \
	echo '</urlset>'; } > $@.tmp; mv $@.tmp $@

# ---- Fleet: many GPUs beside each other -------------------------------------------

ifneq ($(filter fleet% %/fleet.html,$(MAKECMDGOALS)),)
$(if $(FLEET),,$(error fleet: name the folder that has results/<name>/ in it, one for each GPU, or a plan: FLEET=folder))
endif

# A thousand folders are too many for make: the scripts find out what has changed.
.PHONY: look
fleet-page: build/site/fleet.html site ## set the GPUs whose results are in FLEET=folder side by side; fails if one is slow or left out
	@echo "Open build/site/fleet.html"
	@awk -F '\t' '{ print "fleet: left out: " $$1 ": " $$2 }' build/fleet/left_out.txt >&2
	@awk -F , '{ print "fleet: slow: " $$1 ": " $$7 " is off by " $$NF " %" }' build/fleet/named.csv >&2
	@[ ! -s build/fleet/left_out.txt ] && [ ! -s build/fleet/named.csv ]

build/fleet/judged build/site/fleet.html: export FLEET := $(FLEET)
build/fleet/judged: look
	@bash bench/fleet/judge.sh "$$FLEET"
build/site/fleet.html: build/fleet/judged chapters/fleet.md chapters/gpu.md chapters/report.md $(wildcard chapters/report.lua chapters/names.lua) $(weavers) figures/fleet.gp \
    figures/style.gp templates/weave/fleet.sh templates/weave/figure.sh templates/weave/figure.awk \
    | build/site/site.css build/site/$(reference)/data/machine.csv
	@GNUPLOT='$(GNUPLOT)' $(woven) bash templates/weave/fleet.sh "$$FLEET"

# ---- Print: handouts, book, report and poster of an edition ----------------------

whose := $(or $(filter $(machines),$(MACHINE)),$(machines))
one   := $(or $(filter $(machines),$(MACHINE)),$(firstword $(local)),$(reference))
# A chapter is called 02-global, global, 02 or 2.
names_of = $1 $(call page_of,$1) $(firstword $(subst -, ,$1)) $(patsubst 0%,%,$(firstword $(subst -, ,$1)))
called   = $(strip $(foreach c,$(handouts),$(if $(filter $(call names_of,$c),$1),$c)))
ifneq ($(filter pdf handout check,$(MAKECMDGOALS)),)
$(if $(filter-out $(machines),$(MACHINE)),$(error pdf: there is no machine '$(MACHINE)'; there are: $(machines)))
endif
ifneq ($(filter handout,$(MAKECMDGOALS)),)
$(foreach c,$(or $(CHAPTER),$(error handout: CHAPTER= names those to print; there are $(handouts))),$(if $(call called,$c),,$(error handout: there is no chapter '$c'; there are $(handouts))))
endif
ifneq ($(filter pdf check %.pdf,$(MAKECMDGOALS)),)
print_options := $(foreach o,COURSE DATE SOLUTIONS PAPER,$o=$($o);)
$(eval $(call keep,print,print_options))
endif

need_node = node -e 'process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)' 2> /dev/null || { echo "pdf, epub: node is missing or older than 18: run 'make setup'; 'make site' needs none" >&2; exit 1; }
# One run of Node prints all of an edition that is due: its start takes longer than a
# chapter.
batch := $(filter pdf check,$(MAKECMDGOALS))
pdf: $(whose:%=print-%) ## build the PDFs (needs Node as well): PAPER=, SOLUTIONS=, COURSE=, DATE=, MACHINE=
.PHONY: $(whose:%=print-%)
$(whose:%=print-%): print-%: $$(call pdfs_of,$$*)
	@$(if $(due.$*),$(need_node); node templates/print/pdf.mjs $(due.$*))

# Handouts are for a class, and not the site's. Without answers they lie beside those
# that have them.
chosen := $(call called,$(CHAPTER))
handed  = build/handout/$(one)/$1$(if $(filter none,$(SOLUTIONS)),-questions).pdf
handout: $(chosen:%=build/print/$(one)/%.json) | templates/node_modules ## build some: CHAPTER="2 ladder", and what pdf takes
	@$(need_node); mkdir -p build/handout/$(one); node templates/print/pdf.mjs $(foreach c,$(chosen),build/print/$(one)/$c.json $(call handed,$c))
	@printf '%s\n' $(foreach c,$(chosen),$(call handed,$c))

print_tools := templates/print/pdf.mjs templates/print/tools.mjs $(wildcard templates/print/*.typ) templates/print/fonts.conf
build/site/%.pdf: build/print/%.json $(print_tools) build/print.txt $(wildcard templates/node_modules/.installed) | templates/node_modules
	$(if $(batch),$(eval due.$(machine_of) += $< $@),@$(need_node); node templates/print/pdf.mjs $< $@)
$(machines:%=build/site/%/book.pdf): build/site/%/book.pdf: $(chapters:%=build/print/\%/%.json)

build/print/%.json: chapters/$$(notdir $$*).md $(weavers) \
    | $$(call edition_files,$$(machine_of)) build/data.stamp build/chapters.txt
	@$(weave) typst $< $(machine_of) $@
$(machines:%=build/print/%/report.json): build/print/%/report.json: | $(titles:%=build/claims/\%/%.txt)

# All chapters of an edition in one file. On its cover is a figure of its own, if it has one.
build/epub/%.json: chapters/$$(chapter_of).md $(weavers) build/epub.txt \
    | $$(call edition_files,$$(machine_of)) build/data.stamp build/chapters.txt build/terms.txt
	@$(weave) epub $< $(machine_of) $@

cover_of = $(patsubst %,build/print/$1/figures/%.svg,$(firstword $(foreach f,ladder host_copy copy,$(if $(call own,$1,$f),$f))))
$(machines:%=build/site/%/book.epub): build/site/%/book.epub: templates/print/epub.mjs templates/print/tools.mjs $$(call cover_of,$$*) \
    $(foreach t,$(titles),build/epub/%/$t.json) templates/print/epub.css templates/print/cover.svg \
    $(wildcard templates/node_modules/.installed) | templates/node_modules
	@$(need_node); node $< $@ $(filter %.svg %.json,$(filter-out templates/%,$^))

# The text of each page, and all that search looks into: those of an edition's pages.
searched := $(titles) report
$(foreach m,$(machines),$(searched:%=build/search/$m/%.json)): build/search/%.json: build/site/%.html templates/web/search.awk
	@mkdir -p $(@D); LC_ALL=C awk -f templates/web/search.awk $< > $@.tmp && mv $@.tmp $@

$(indices): build/site/%/search-index.js: $(searched:%=build/search/\%/%.json)
	@{ echo 'var searchIndex = ['; cat $^; echo '];'; } > $@.tmp && mv $@.tmp $@

# The files that are quoted, as text that a browser shows.
build/site/%.txt: $$(if $$(filter $(local),$$(machine_of)),build/)results/$$*.sass
	@install -D -m 644 $< $@.tmp; mv $@.tmp $@
build/sources.stamp: $(sources)
	@rm -rf build/source.new; mkdir -p build/source.new build/site/source/{bench/harness,kernels}
	@tar -c --transform='s/$$/.txt/' $^ | tar -x -C build/source.new
	@for folder in bench bench/harness kernels; do mv build/source.new/$$folder/*.txt build/site/source/$$folder; done; touch $@

# Installing is for `make setup`, not a side effect of building.
templates/node_modules:
	@echo "pdf, epub: the npm packages are missing: run 'make setup'" >&2; exit 1

build/site/site.css: $(addprefix templates/web/,site.css site.js search.js favicon.svg preview.png assets.sh) \
    $(wildcard templates/node_modules/.installed)
	@bash templates/web/assets.sh $(@D)

# ---- At work: look at it, and have it built again --------------------------------

serve: export PORT := $(PORT)
serve: ## look at the site: http://localhost:8000, or another PORT (needs python3)
	@command -v python3 > /dev/null || { echo "serve: python3 is missing: install it, or open build/site/index.html" >&2; exit 1; }
	@[[ $$PORT =~ ^[1-9][0-9]{0,4}$$ && $$PORT -le 65535 ]] || { echo "serve: PORT=$$PORT: a number from 1 to 65535, such as 8000" >&2; exit 1; }
	@$(MAKE) --silent --no-print-directory site
	@exec python3 templates/web/serve.py "$$PORT" build/site

watch: ## build the site again whenever a source changes (needs entr)
	@command -v entr > /dev/null || { echo "watch: entr is missing: run 'make setup-check'" >&2; exit 1; }
	@while sleep 0.2; do find Makefile chapters figures kernels bench templates results $(wildcard $(here)) \
	    -name node_modules -prune -o -type f -print | entr -dn $(MAKE) --no-print-directory site || :; done

# ---- Tools ---------------------------------------------------------------------

queried := $(or $(filter $(recorded) $(local),$(MACHINE)),$(firstword $(local)),$(reference))
query: export Q := $(Q)
query: ## show rows of a table, Q='copy{variant="int"}', or what a name stands for, Q='floats_at(1)' CHAPTER=02-global
	$(if $(filter-out $(recorded) $(local),$(MACHINE)),$(error query: there is no machine '$(MACHINE)'; there are: $(recorded) $(local)))
	$(if $(CHAPTER),$(if $(call called,$(CHAPTER)),,$(error query: there is no chapter '$(CHAPTER)'; there are $(handouts))))
	$(if $(Q),,$(error query: Q= is what to ask, such as Q='copy{variant="int"}'))
	@$(PANDOC) --lua-filter=templates/weave/query.lua --from=markdown --to=plain --wrap=none -M target=query -M file=chapters/$(or $(call called,$(CHAPTER)),query).md -M out=query.txt \
	    -M machine=$(queried) -M reference=$(reference) -M experiments='$(data)' -M results=$(if $(filter $(local),$(queried)),build/)results/$(queried) /dev/null

setup: ## install what the build needs: gnuplot, pandoc, Node and pinned npm packages
	@bash templates/setup.sh build

setup-check: setup ## install what the tests need as well
	@bash templates/setup.sh check

check: site pdf epub ## run every test
	@bash tests/run.sh

coverage: ## how much of the host's C and of the Lua the tests run: a few minutes
	@bash tests/coverage.sh

fuzz: ## look for input that breaks a parser, FUZZ_SECONDS each (needs clang)
	@bash tests/fuzz.sh $(FUZZ_SECONDS)

bench-build: ## how long building takes, beside plain pandoc: 1, 10 and 100 editions
	@bash tests/bench-build.sh

bench-fleet: ## how long the pages of a fleet take: 100 and 1,000 GPUs
	@bash tests/bench-fleet.sh

bench-agree: ## measure all anew, twice, and list what is more than 1 % apart: ONLY=host_copy a single experiment
	@bash tests/bench-agree.sh $(here) $(filter-out machine kernels,$(measured))

clean: ## remove all that was built, this machine's measurements too
	find build -mindepth 1 ! -name 'make.*' ! -path 'build/other-machines*' -delete

ifneq ($(MAKECMDGOALS),clean)
-include $(shell find build -name '*.d' 2>/dev/null)
endif

# Whatever is written appears whole: make, when it is interrupted, is not to take it away.
.PRECIOUS: build/obj/%.o build/obj/%.cu.o build/site/%.csv build/site/%.svg build/print/%.svg build/site/%.html \
    build/claims/%.txt build/print/%.json build/epub/%.json build/site/%.pdf build/site/%.txt \
    $(indices) $(foreach m,$(machines),$(searched:%=build/search/$m/%.json)) $(can_run:%=build/bench/%) $(across:%=build/site/figures/%.svg) $(pages:%=build/site/%.html) \
    $(whole_links) build/site/site.css $(machines:%=build/site/%/report.html) $(machines:%=build/print/%/report.json) \
    $(machines:%=build/site/%/book.pdf) $(machines:%=build/site/%/book.epub)
