# Makefile - the map of the book, from kernel to page. `make help` lists what it can do.
#
#   bench/ + kernels/ -> build/bench/stride             programs
#                     -> build/results/here/stride.csv  this machine, measured
#                        results/<machine>/stride.csv   other machines, recorded
#                     -> build/site/<machine>/data/, figures/, <chapter>.html, .pdf
#
# Adding its files adds an experiment or a chapter: templates/weave/editions.sh lists them in build/editions.mk.

# Older tools would misread the rest: macOS has make 3.81 and bash 3.2.
ifeq ($(filter grouped-target,$(.FEATURES)),)
$(error make $(MAKE_VERSION) is too old: install GNU make 4.3 or newer, on macOS with: brew install make bash)
endif
bash := $(shell bash -c '((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 404)) && command -v bash' 2> /dev/null)
$(if $(bash),,$(error bash is missing or older than 4.4: install it, on macOS with: brew install make bash))
$(if $(wildcard bench/run/lock.sh),,$(error run make in the folder of the Makefile:\
    make -C $(dir $(lastword $(MAKEFILE_LIST)))))

SHELL := $(bash)
.SHELLFLAGS := -eu -o pipefail -c
MAKEFLAGS += --no-builtin-rules
.DEFAULT_GOAL := all

# ---- What a user may set: the targets that a variable is for, and what it means --------------------

CC        ?= cc# any: the C compiler
CFLAGS    ?= -O2 -Wall -Wextra -Wno-unused-parameter -Wconversion -Wshadow# any: its flags
NVCC      ?= $(firstword $(wildcard /usr/local/cuda/bin/nvcc) nvcc)# any: the CUDA compiler
NVCCFLAGS ?= -O3 -arch=$(if $(has_gpu),native,sm_90)# any: its flags
PANDOC    ?= pandoc# any: the program that weaves
GNUPLOT   ?= gnuplot# any: the program that draws
COMMIT    ?=# any: the commit of the sources where git does not know it
SITE_URL  ?=# any: the address at which the site will be published
REPO_URL  ?=# any: the address of the repository, for readers who want to measure; else origin's, if it is https
ONLY      ?=# all measure fleet processes programs compilers: experiments to measure, even if they are measured
QUICK     ?=# all measure fleet programs compilers accept: 1 measures quickly, with less care
LIMIT     ?= 120# all measure fleet programs compilers: seconds that a program may take beyond what is expected
DEVICE    ?=# all measure counters exercises mistakes record compare-results accept site serve watch processes: GPU, all
PASSES    ?= 5# processes: how often everything is measured
MACHINE   ?=# record query pdf handout slides worksheet accept criteria compare-results: a name in results/, or a folder
FLEET     ?=# fleet fleet-page measure programs compilers: the folder of a fleet's plan and results
CHAPTER   ?=# handout slides worksheet query: chapters by number or name, such as "2 04-vector ladder"
Q         ?=# query: rows of a table or a name, such as 'copy{variant="int"}'
SOLUTIONS ?= appendix# all site pdf epub handout serve watch check fleet-page: appendix, inline or none
COURSE    ?=# all site pdf epub handout slides worksheet serve watch check fleet-page: a course, for the page heads
PAPER     ?= a4# all pdf handout slides worksheet check: a4 or letter
DATE      ?=# all pdf handout slides worksheet check: the date of a handout
PORT      ?= 8000# serve: the port of the preview

# A node of a fleet measures without templates.
makefiles := Makefile $(wildcard templates/rules.mk bench/lab/rules.mk)
goals   := $(or $(MAKECMDGOALS),all)
targets := $(shell sed -nE 's/^([a-z-]+):.* \#\# .*/\1/p' $(makefiles))
.PHONY: $(targets)
# Tests pretend with has_gpu= and can_run=.
given   := $(foreach v,$(filter-out has_gpu can_run .% -% MAKE%,$(.VARIABLES)),$(if $(filter command,$(origin $v)),$v=))
fault   := $(shell awk -v level=$(MAKELEVEL) -f bench/run/arguments.awk $(makefiles) -- \
    $(foreach word,$(MAKECMDGOALS) $(given),'$(subst ','\'',$(word))'))
$(if $(fault),$(error $(fault)))
override QUICK := $(filter-out no 0,$(QUICK))
$(if $(filter-out 1 yes,$(QUICK)),$(error QUICK=$(QUICK): 1 for a quick pass, 0 or nothing for a full one))
$(if $(filter-out appendix inline none,$(SOLUTIONS))$(word 2,$(SOLUTIONS)),\
    $(error SOLUTIONS=$(SOLUTIONS): it is appendix, inline or none))
devices := 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
$(if $(filter-out all $(devices),$(DEVICE))$(word 2,$(DEVICE)),\
    $(error DEVICE=$(DEVICE): the number of a GPU, 0 to 15, or all))
single := $(filter record counters exercises mistakes processes compare-results accept,$(goals))
$(if $(filter all,$(DEVICE)),$(if $(single),$(error $(single): DEVICE=all: name one of the GPUs, such as DEVICE=0)))
is_bad = $(shell grep -vxE 'https?://[^][:space:]"<>&;|*?[{()\`'\'']+' <<<'$(subst ','\'',$1)')
$(foreach v,SITE_URL REPO_URL,$(if $($v),$(if $(call is_bad,$($v)),$(error $v=$($v): write an address such as\
    https://example.org/book: it begins with http:// or https://, and has no blanks, quotes or any of <>&;|*?[]{()\))))
# Were options of the pages given to this make, or to the one that runs it?
page_options_given := $(filter command environment,$(origin SOLUTIONS) $(origin COURSE))
export PAGE_OPTIONS_GIVEN := $(if $(filter 0,$(MAKELEVEL)),$(page_options_given),$(PAGE_OPTIONS_GIVEN))
# Users' words may hold a $, which make must not expand.
$(foreach v,MACHINE CHAPTER COURSE Q DATE FLEET,$(eval override $v := $$(value $v)))
export QUICK MACHINE CHAPTER COURSE Q DATE FLEET PAPER SOLUTIONS PORT SITE_URL REPO_URL PANDOC GNUPLOT LIMIT

# Tools and results cannot be used while they are being installed or removed.
ifneq ($(filter setup% clean,$(goals)),)
.NOTPARALLEL:
endif

# Only one make at a time writes. Those that only look need not wait, nor does one with -n, -q or the like.
looking := help query validate compare-results serve watch processes fleet exercises mistakes
letters := $(filter-out --%,$(firstword -$(MAKEFLAGS)))# they come first
writes  := $(if $(findstring n,$(letters))$(findstring q,$(letters)),,$(filter-out $(looking),$(goals)))
blocked := $(if $(writes),$(shell bash bench/run/lock.sh $$PPID))
$(if $(blocked)$(if $(writes),$(filter-out 0,$(.SHELLSTATUS))),$(error $(or $(blocked),bench/run/lock.sh failed)))

# A target can depend on a value through a file: $(call keep,NAME,VALUE) rewrites build/NAME.txt only if VALUE has
# changed. Where make only says what it would do, the file counts as changed. Make compares two texts by taking
# each out of the other: if they are equal, nothing is left. The x in front keeps both from being empty, and strip
# removes the newline that make 4.3 may leave at the end of a long file.
kept   = $(strip $(file < build/$1.txt))
differ = $(or $(if $(wildcard build/$1.txt),,new),$(subst x$(kept),,x$(strip $2)),$(subst x$(strip $2),,x$(kept)))
keep   = $(if $(differ),$(if $(writes),$(file > build/$1.txt,$2),$(eval .PHONY: build/$1.txt)))
# Such files are written while make reads this one, or beside a page, so there is no more to do for them.
build/%.txt: ;

# ---- Experiments: a kernel and a program of the same name -------------------------------------------

reference := nvidia-h200
node      := nvidia-h200-x4
host_experiments := $(sort $(basename $(notdir $(wildcard kernels/host_*.c))))
gpu_experiments  := $(sort $(basename $(notdir $(wildcard kernels/*.cu))))
# These experiments measure a node with several GPUs, not one of them.
node_experiments := peer peer_latency transfer_all
has_gpu   := $(wildcard /dev/nvidiactl /dev/dxg /dev/nvgpu)
has_nvcc  := $(shell command -v $(NVCC) || true)
cuda      := $(patsubst %/bin/nvcc,%,$(has_nvcc))
can_run   := machine $(host_experiments) $(if $(and $(has_gpu),$(has_nvcc)),$(gpu_experiments) kernels)
here      := $(if $(DEVICE),gpu$(DEVICE:all=0),here)
results   := build/results/$(here)
misnamed  := $(shell shopt -s nullglob; for f in {kernels,bench}/*.{c,cu,h}; do [[ $$f =~ \
    ^kernels/(host_[a-z0-9_]+\.c|[a-z0-9_]+\.(cu|h))$$|^bench/[a-z0-9_]+\.[ch]$$ ]] || { printf %q "$$f"; exit; }; done)
$(if $(misnamed),$(error '$(misnamed)': rename it, such as kernels/triad.cu or, for the CPU, kernels/host_triad.c:\
    lower case, digits and underscores))
programs  := $(basename $(notdir $(wildcard bench/*.c)))
no_kernel := $(firstword $(filter-out machine $(host_experiments) $(gpu_experiments),$(programs)))
$(if $(no_kernel),$(if $(filter all measure programs fleet,$(goals)),$(error bench/$(no_kernel).c has no kernel:\
    add kernels/$(no_kernel).$(if $(filter host_%,$(no_kernel)),c,cu), or remove it)))
unknown   := $(filter-out machine $(host_experiments) $(gpu_experiments),$(ONLY))
$(if $(unknown),$(error measure: there is no '$(unknown)'; there are: machine $(host_experiments) $(gpu_experiments)))
unable    := $(if $(filter fleet,$(goals)),,$(filter-out $(can_run),$(ONLY)))
$(if $(unable),$(error measure: '$(unable)' needs an NVIDIA GPU and the CUDA Toolkit))
measured  := $(or $(ONLY),$(filter-out kernels,$(can_run)))
# Before anything is measured, another machine's results are set aside.
$(if $(and $(writes),$(filter all measure counters,$(goals))),\
    $(shell bash bench/run/this_machine.sh --set-aside $(here)))

all: measure ## measure this machine if that is not done yet, then build the site, the PDFs and the EPUBs
	@echo "Building the site"
	@$(MAKE) --silent --no-print-directory site
	@if command -v node > /dev/null && [ -d templates/node_modules ]; then \
	    echo "Building the PDFs and the EPUBs"; $(MAKE) --silent --no-print-directory pdf epub MACHINE=; \
	else echo "The PDFs and EPUBs were left out: they need Node and 'make setup'"; fi
	@echo "Open build/site/index.html"

help: ## list the targets
	@sed -e '/^include/r templates/rules.mk' -e '/^include/r bench/lab/rules.mk' Makefile | \
	    awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }'

# No rule makes a CSV, so that rendering never measures. Nothing is compiled while something is measured.
need_flock = command -v flock > /dev/null || \
    { echo "measure: flock is missing: install util-linux; 'make site' needs none" >&2; exit 1; }
# git knows better what the commit is than the environment, which may tell it to a tree without git.
commit = $(or $(if $(filter command,$(origin COMMIT)),$(COMMIT)),$\
    $(filter-out unknown,$(shell bash bench/run/commit.sh)),$(COMMIT),unknown)
build/bench/% measure counters exercises mistakes build/measured/$(here)/kernels: \
    private export BENCH_COMMIT = $(commit)
measure: build/bench/machine $(measured:%=build/bench/%)
measure: $(if $(ONLY),,$(patsubst %,build/measured/$(here)/%,$(filter kernels,$(can_run))))
measure: ## measure this machine: ONLY=copy a single experiment, QUICK=1 in a hurry, DEVICE=all each GPU
	@$(need_flock)
	@exec env REFERENCE=$(reference) OF_THE_NODE='$(host_experiments) $(node_experiments)' \
	    BENCH_NVCC="$$($(NVCC) --version 2> /dev/null | sed -n 's/.*, V//p')" \
	    bash bench/run/measure.sh $(QUICK:%=--quick) $(if $(ONLY),--again) $(DEVICE:%=--device=%) $(measured)
	@$(if $(wildcard $(results)/machine.csv),,$(if $(only_cpu),echo "measure: $(only_cpu)" >&2))
no_gpu   := there is no NVIDIA GPU or driver, so only the CPU was measured; the book shows the GPU of $(reference)
no_nvcc  := there is a GPU but no nvcc, so only the CPU was measured: install the CUDA Toolkit
only_cpu := $(if $(has_gpu),$(if $(has_nvcc),,$(no_nvcc)),$(no_gpu))

$(if $(filter fleet fleet-page %/fleet.html,$(goals)),$(if $(FLEET),,$(error fleet: name the folder\
    that has results/<name>/ in it, one for each GPU, or a plan: FLEET=folder)))
# Tasks of Slurm make `programs` on a node unless these `compilers` did so on another: bench/fleet/README.md.
fleet: private export BENCH_COMMIT = $(commit)
fleet: ## have Slurm measure what FLEET/plan names, and collect what is there: FLEET=folder
	@exec bash bench/fleet/measure.sh "$$FLEET"

programs: $(patsubst %,build/bench/%,$(filter-out kernels,$(can_run))) ## compile what can be measured here
	@$(if $(and $(has_gpu),$(or $(ONLY),$(has_nvcc))),,[ ! "$${SLURM_JOB_GPUS-}" ] || \
	    { echo "measure: this node has a GPU but no $(if $(has_gpu),nvcc: install the CUDA Toolkit,driver for it: \
	install NVIDIA's)" >&2; exit 1; })

compilers: ## list the versions of the compilers
	@$(CC) --version; $(if $(has_nvcc),$(NVCC) --version)

processes: ## measure anew in PASSES processes, and write down how far apart they are: ONLY=copy a single experiment
	@bash bench/run/processes.sh $(results) "$(PASSES)" $(filter-out machine kernels,$(measured))

exercises: ## try what the exercises ask readers to try (needs a GPU)
mistakes: ## make the mistakes that Chapter 8 warns of, and write down how they end (needs a GPU)
exercises mistakes:
	@$(need_flock); bash bench/run/$@.sh $(results) $(can_run)

# Registers and machine code of every kernel, from the objects that were timed.
build/measured/$(here)/kernels: bench/run/sass.sh $(gpu_experiments:%=build/obj/kernels/%.cu.o)
	@$(need_flock); mkdir -p $(@D) $(results)
	@PATH="$(cuda)/bin:$$PATH" flock build/measure.lock bash $^ $(results)
	@touch $@

# The GPU itself counts requests of experiments on access patterns, on the L2 and on clusters.
counted := $(filter stride offset copy transpose histogram l2 dsm dsm_stride multicast,$(can_run))
counters: $(counted:%=build/bench/%) ## count requests and sectors with ncu (needs a GPU and leave to read its counters)
	@PATH="$$PATH:$(cuda)/bin" bash bench/run/counters.sh $(addprefix --device=,$(DEVICE:all=)) $(results) $(counted)

# How programs are compiled: what was compiled in another way is not to be timed.
size_of = $(shell stat -Lc '%i %s' "$$(command -v $(firstword $1))" 2> /dev/null)
compiled := all measure counters programs lab grade build/bench/% build/lab/% build/obj/% build/measured/%
ifneq ($(filter $(compiled),$(goals)),)
$(call keep,cc,$(CC) $(CFLAGS) $(call size_of,$(CC)))
$(call keep,nvcc,$(NVCC) $(NVCCFLAGS) $(call size_of,$(NVCC)) $(shell \
    sed -n 's/^Model: *//p' /proc/driver/nvidia/gpus/*/information 2> /dev/null | sort -u))
endif
# Every program links the shared objects, and those for the CPU or the GPU besides.
shared   := $(patsubst %,build/obj/bench/harness/%.o,options samples table system experiment)
for_host := $(shared) $(patsubst %,build/obj/bench/harness/%.o,host pages)
for_gpu  := $(shared) $(patsubst %,build/obj/bench/harness/%.o,gpu gpu_time instruments.cu add_one)
$(host_experiments:%=build/bench/%): build/bench/%: build/obj/bench/%.o build/obj/kernels/%.o $(for_host)
build/bench/machine: build/obj/bench/machine.o $(for_host)
build/bench/energy: build/obj/kernels/ladder.cu.o
build/obj/kernels/peaks.cu.o: override NVCCFLAGS += -gencode=arch=compute_90a,code=sm_90a# for wgmma
$(gpu_experiments:%=build/bench/%): build/bench/%: build/obj/bench/%.o build/obj/kernels/%.cu.o $(for_gpu)

$(patsubst %,bench/%.c,$(host_experiments) $(gpu_experiments)):
	@echo "measure: the kernel '$(@F:.c=)' has no $@ that runs it: add it, as CONTRIBUTING.md says," \
	    "or remove the kernel" >&2; exit 1

# A program says which commit it was linked from; the environment may name one with quotes.
link_host := $(CC) -fopenmp
link_gpu  := $(NVCC) $(NVCCFLAGS)
build/bench/%: build/obj/bench/%.o
	@mkdir -p $(@D)
	@$(CC) -x c -c -o $@.commit.o - <<< "const char bench_built_from[] = \"$${BENCH_COMMIT//[^[:alnum:]._-]/_}\";"
	$(if $(filter %.cu.o,$^),$(link_gpu),$(link_host)) -o $@.tmp $^ $@.commit.o -lm -ldl
	@rm $@.commit.o; mv $@.tmp $@

build/obj/%.o: %.c build/cc.txt
	@mkdir -p $(@D)
	@command -v $(firstword $(CC)) > /dev/null || \
	    { echo "measure: $(CC) is missing: run 'make setup'; 'make site' needs none" >&2; exit 1; }
	$(CC) -std=c11 -D_GNU_SOURCE -fopenmp $(CFLAGS) $(cuda:%=-isystem %/include) -MMD -MP -MT $@ -MF $@.d.tmp \
	    -c -o $@.tmp $<
	@mv $@.d.tmp $(@:.o=.d); mv $@.tmp $@
build/obj/%.cu.o: %.cu build/nvcc.txt
	@mkdir -p $(@D)
	@command -v $(NVCC) > /dev/null || { echo "nvcc is missing: install the CUDA Toolkit;" \
	    "'make measure' measures the CPU without" >&2; exit 1; }
	$(NVCC) $(NVCCFLAGS) -MMD -MP -MT $@ -MF $@.d.tmp -c -o $@.tmp $<
	@mv $@.d.tmp $(@:.o=.d); mv $@.tmp $@

record: ## keep this machine's measurements as results/MACHINE, for git
	@[[ ! -d $(results) ]] || bash bench/run/validate.sh $(results); bash bench/run/record.sh $(results) "$$MACHINE"

# The shell lists the files: there may be more than make can pass to it.
validate: ## check all results, recorded and of this machine: whole, sound, and telling of no host
	@shopt -s nullglob; folders=(results/*/ build/results/{her[e],gpu[0-9],gpu1[0-5]}/); \
	bash bench/run/validate.sh "$${folders[@]}"; set -- $${folders[@]/%/*.csv}; echo "$$# files of results, no fault"

accept: ## is this GPU, or MACHINE's, what bench/criteria/ demands? Makes a certificate; QUICK=1 takes half a minute
	@$(if $(QUICK),exec bash bench/run/accept.sh --quick '$(DEVICE)' "$$MACHINE",status=0; m="$${MACHINE:-$(results)}"; \
	    bash bench/run/accept.sh "$$m" || status=$$?; $(certificate) exit $$status)

compare-results: ## do the results agree with recorded ones, or with MACHINE="before now"? Fails if they do not
	@read -r -a which <<< "$$MACHINE"; bash bench/run/compare.sh "$${which[0]-}" "$${which[1]-$(results)}" "$${which[@]:2}"

include $(wildcard templates/rules.mk bench/lab/rules.mk)

# ---- At work, and tools --------------------------------------------------------------------------------

serve: ## look at the site: http://localhost:8000, or another PORT (needs python3)
	@command -v python3 > /dev/null || \
	    { echo "serve: python3 is missing: install it, or open build/site/index.html" >&2; exit 1; }
	@[[ $$PORT =~ ^[1-9][0-9]{0,4}$$ && $$PORT -le 65535 ]] || \
	    { echo "serve: PORT=$$PORT: a number from 1 to 65535, such as 8000" >&2; exit 1; }
	@$(MAKE) --silent --no-print-directory site
	@exec python3 templates/web/serve.py "$$PORT" build/site

watch: ## build the site again whenever a source changes (needs entr)
	@command -v entr > /dev/null || { echo "watch: entr is missing: run 'make setup-check'" >&2; exit 1; }
	@while sleep 0.2; do find Makefile chapters figures kernels bench templates results $(wildcard $(results)) \
	    -name node_modules -prune -o -type f -print | entr -dn $(MAKE) --no-print-directory site || :; done

query: ## show rows of a table, Q='copy{variant="int"}', or what a name stands for, Q='floats_at(1)' CHAPTER=03-global
	@bash templates/weave/query.sh

setup: ## install what the build needs: gnuplot, pandoc, Node and pinned npm packages
	@bash templates/setup.sh build

setup-check: setup ## install what the tests need as well
	@bash templates/setup.sh check

# The tests look at the site, the EPUBs and the reference machine's PDFs, or check-long at those of this make.
tested = env -u MAKELEVEL $(MAKE) --silent --no-print-directory -j "$$(nproc)" site pdf epub
check: ## run the tests: some ten minutes on two cores
	@$(tested) MACHINE=$(reference)
	@bash tests/run.sh

check-long: ## run what takes long: fuzzing, kills at every step, every mutant, every page
	@$(tested)
	@bash tests/run.sh --long

clean: ## remove all that was built, this machine's measurements too
	find build -mindepth 1 ! -name 'make.*' ! -path 'build/other-machines*' -delete

# The compiler and the weaver have listed the files that each result was made of.
ifneq ($(MAKECMDGOALS),clean)
-include $(wildcard $(foreach folder,obj depend,build/$(folder)/*/*.d build/$(folder)/*/*/*.d))
endif
