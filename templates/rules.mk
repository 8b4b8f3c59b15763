# rules.mk - how pages, figures, handouts and EPUBs are made: a part of the Makefile.
#
# The files that each of them is made of are in build/editions.mk, in plain rules without commands, which
# weave/editions.sh writes when make starts. It also has these lists, each of all editions; data and figures also of
# nodes without an edition:
#
#   $(data)     tables, with a note of whose they are    $(quoted)    sources and machine code as text
#   $(levels)   steps in the histories of machines
#   $(figures)  figures of an edition                    $(across)    figures of all machines together
#   $(pages)    pages of chapters                        $(reports)   pages that report on a machine
#   $(claims)   claims of a page                         $(whole)     pages of no edition
#   $(texts)    chapters for print, as pandoc's JSON     $(pdfs)
#   $(parts)    chapters for EPUBs, as pandoc's JSON     $(epubs)
#   $(searched) the text of a page                       $(indices)   all that an edition's search finds

tables    := machine kernels counters processes exercises mistakes history $(host_experiments) $(gpu_experiments)
# editions.sh checks names of chapters and machines for all targets that read them; those that weave need its rules.
reading   := $(filter-out help setup% clean measure counters exercises mistakes programs compilers fleet,$(goals))
reading   := $(filter-out release build/bench/% build/obj/% build/measured/%,$(reading))
weaving   := $(filter-out all $(looking) record,$(reading))
editions  := $(if $(weaving),$(if $(writes),build/editions.mk,$(shell mktemp)),/dev/null)
fault     := $(if $(reading),$(shell \
    bash templates/weave/editions.sh $(editions) $(reference) $(node) '$(node_experiments)' $(tables)))
$(if $(fault)$(if $(reading),$(filter-out 0,$(.SHELLSTATUS))),$(error $(or $(fault),the old pages stay)))
-include $(editions)
$(if $(writes),,$(if $(weaving),$(shell rm $(editions))))
local     := $(filter here $(devices:%=gpu%),$(machines))

ifneq ($(weaving),)
$(call keep,machines,$(machines))
$(call keep,compared,$(compared))
# Editions here/ and gpuN/ that another machine measured, where machines share this folder.
$(call keep,foreign,$(if $(local),$(shell bash bench/run/this_machine.sh $(local))))
$(call keep,url,$(SITE_URL))
# An empty REPO_URL= of the command line says that there is none.
$(call keep,repo,$(if $(filter command,$(origin REPO_URL)),$(REPO_URL),$\
    $(or $(REPO_URL),$(shell bash templates/web/repository.sh))))
# Only the change log says which version this is; release.sh tells CITATION.cff and git.
versions := $(shell sed -nE 's/^\#\# (Unreleased|[0-9.]+).*/\1/p' CHANGELOG.md 2> /dev/null)
$(call keep,version,$(if $(versions),version $(firstword $(filter-out Unreleased,$(versions)))$\
    $(if $(filter Unreleased,$(versions)), with later changes)))
# The list of machines leads to the fleet's page while there is one.
$(call keep,fleet_page,$(if $(filter fleet-page,$(goals))$(wildcard build/site/fleet.html),fleet.html))
# Remember the SOLUTIONS and COURSE of the last `make site` and `make epub`, so that `make pdf`, for
# example, does not weave all pages anew.
page_options = $(strip $(or $(SOLUTIONS),appendix) $(COURSE))
was_asked  = $(filter 0,$(MAKELEVEL))$(PAGE_OPTIONS_GIVEN)
options_of = $(if $(and $(filter $2,$(goals)),$(was_asked)),$(page_options),$(or $(file < build/$1.txt),appendix))
$(call keep,site,$(call options_of,site,site fleet-page %.html))
$(call keep,epub,$(call options_of,epub,epub %.epub))
$(if $(filter pdf %.pdf,$(goals)),$(call keep,print,$(foreach v,COURSE DATE SOLUTIONS PAPER,$v=$($v);)))
endif

# These files hold the address of the site.
published := build/site/404.html build/site/sitemap.xml build/site/robots.txt
site: $(pages) $(reports) $(whole) $(figures) $(indices) $(quoted) $(if $(SITE_URL),$(published))
site: ## build the site (needs gnuplot and pandoc, no GPU)
	$(if $(SITE_URL),,$(if $(wildcard $(published)),@rm -f $(published)))
	$(if $(and $(wildcard $(results)/*.csv),$(filter-out $(local),$(here))),@echo "site: $(results)\
	has no machine.csv: 'make measure ONLY=machine' gives it an edition" >&2)

# Each table says whose it is. It is checked where it is its own machine's; what the reference lends has
# been checked there.
$(data): build/site/%.csv:
	@[[ -d $(@D) ]] || mkdir -p $(@D)
	@$(if $(filter build/site/%,$<),cp $< $@.tmp,bash bench/run/validate.sh $< || \
	    { echo "site: the old pages stay; 'make validate' lists all faults" >&2; exit 1; }; \
	    { echo "# edition: $(notdir $(patsubst %/,%,$(dir $<)))"; cat $<; } > $@.tmp); mv $@.tmp $@
# Nothing reads data before all data are found good.
build/data.stamp: $(data)
	@touch $@

# figure.sh draws a figure for pages, with names of colours, for telephones, and with colours for print. A second
# figure of an experiment has a word more: copy-order.gp draws copy.csv.
drawing := figures/style.gp figures/naming.gp bench/run/csv.awk \
    $(addprefix templates/weave/,figure.sh figure.awk axes.awk axes.gp answers.awk)
.SECONDEXPANSION:
build/site/%.svg build/print/%.svg: figures/$$(*F).gp $(drawing) \
    build/site/$$(machine)/data/$$(firstword $$(subst -, ,$$(*F))).csv | build/data.stamp
	@bash templates/weave/figure.sh $(*F) build/site/$(machine)/data build/site/$*.svg build/print/$*.svg
build/print/%.slide.svg: figures/$$(*F).gp $(drawing) \
    build/site/$$(machine)/data/$$(firstword $$(subst -, ,$$(*F))).csv | build/data.stamp
	@bash templates/weave/figure.sh $(*F) build/site/$(machine)/data $@
# The roofline reads several tables.
$(filter %/ladder-roofline.svg,$(figures)): build/site/%/figures/ladder-roofline.svg: \
    $$(filter $$(patsubst %,build/site/$$*/data/%.csv,peaks saxpy polynomial tile stride offset counters),$$(data))
$(across): build/site/figures/%.svg: $(drawing) build/compared.txt chapters/published.csv | build/data.stamp
	@bash templates/weave/figure.sh $* . $@ build/print/figures/$*.svg $(filter results/% build/results/%,$^)

# The machine of a page, and the chapter that it is made of.
machine = $(firstword $(subst /, ,$*))
chapter = $(firstword $(filter chapters/%.md,$^))
weavers := templates/web/page.html templates/weave/weave.sh $(wildcard templates/weave/*.lua) \
    $(patsubst %,build/%.txt,url compared foreign)
woven   := build/data.stamp build/chapters.txt build/terms.txt
# Pandoc looks through all of its memory for garbage several times a page, unless it is told to wait for
# 64 MB of it. Not every pandoc can be told: each run of make asks once, if there is something to weave.
rts   = $(eval rts := $(shell GHCRTS=-O64m '$(PANDOC)' --version > /dev/null 2>&1 && echo -O64m))$(rts)
weave = GHCRTS='$(rts)' REFERENCE=$(reference) EXPERIMENTS='$(tables)' bash templates/weave/weave.sh

$(pages) $(reports): build/site/%.html: $(weavers) build/site.txt | $(woven) build/site/site.css
	@$(weave) html $(chapter) $(machine) $@
$(whole): build/site/%.html: $(weavers) build/site.txt \
    | $(woven) build/site/site.css build/fleet_page.txt build/repo.txt
	@$(weave) html $(chapter) . $@
$(texts): build/print/%.json: $(weavers) | $(woven)
	@$(weave) typst $(chapter) $(machine) $@
$(parts): build/epub/%.json: $(weavers) build/epub.txt | $(woven)
	@$(weave) epub $(chapter) $(machine) $@

# The terms of the glossary, if there is one, which chapters link. All pages read them, so the list is
# replaced only when it has changed.
glossary := $(wildcard chapters/[0-9][0-9]-glossary.md)
build/terms.txt: build/terms.stamp ;
build/terms.stamp: $(glossary) $(weavers) build/chapters.txt
	@$(if $(glossary),$(weave) terms $< . build/terms.new,: > build/terms.new)
	@cmp -s build/terms.new build/terms.txt && rm build/terms.new || mv build/terms.new build/terms.txt
	@touch $@

# The search of an edition looks into the text of all its pages.
$(searched): templates/web/search.awk
	@mkdir -p $(@D); LC_ALL=C awk -f $< $(filter %.html,$^) > $@.tmp && mv $@.tmp $@
$(indices):
	@{ echo 'var searchIndex = ['; cat $^; echo '];'; } > $@.tmp && mv $@.tmp $@

# The files that are quoted, as text that a browser shows.
$(quoted):
	@install -D -m 644 $< $@.tmp; mv $@.tmp $@

# 404.html is served at any address, so its links are absolute.
build/site/404.html: templates/web/404.md $(weavers) build/site.txt | $(woven) build/site/site.css
	@$(weave) html $< . $@
build/site/sitemap.xml: build/url.txt build/machines.txt build/chapters.txt
	@mkdir -p $(@D)
	@bash templates/web/sitemap.sh '$(SITE_URL:/=)' $(patsubst build/site/%,%,$(whole) $(pages) $(reports)) > $@.tmp
	@mv $@.tmp $@
build/site/robots.txt: build/url.txt
	@mkdir -p $(@D)
	@printf 'User-agent: *\nAllow: /\nSitemap: %s/sitemap.xml\n' '$(SITE_URL:/=)' > $@.tmp && mv $@.tmp $@
build/site/site.css: $(addprefix templates/web/,site.css favicon.svg preview.png assets.sh) \
    $(wildcard templates/web/*.js) $(wildcard templates/node_modules/.installed)
	@bash templates/web/assets.sh $(@D)

# ---- History -------------------------------------------------------------------------------------------

# These targets read the results of one machine. `make record` adds a line for each headline number to its history.csv.
record criteria query: private export REFERENCE = $(reference)
record criteria query: private export EXPERIMENTS = $(tables)
# levels.csv says where a number has stepped, and where another card begins.
$(levels): build/site/%/levels.csv: build/site/%/history.csv $(addprefix bench/run/,csv.awk steps.awk history.awk) \
    | build/data.stamp
	@LC_ALL=C awk $(patsubst %,-f %,$(filter %.awk,$^)) $< > $@.tmp && mv $@.tmp $@

# ---- Acceptance ----------------------------------------------------------------------------------------

criteria: build/site/$(reference)/data/machine.csv
criteria: ## write bench/criteria/<model>.csv, what every GPU of MACHINE's model must reach, from its results
	@bash templates/weave/criteria.sh "$${MACHINE:-$(results)}"
accept: $(if $(QUICK),,build/site/site.css build/site/$(reference)/data/machine.csv)
certificate = $(subst weave.sh,certificate.sh,$(weave)) "$$m" || exit;

# ---- Fleet: many GPUs beside each other ----------------------------------------------------------------

BEFORE ?=# fleet-page: the folder of an earlier run of the fleet, to say what has changed since
$(eval override BEFORE := $$(value BEFORE))
export BEFORE
# A thousand folders are too many for make: the scripts find out what has changed.
.PHONY: every_time
fleet-page: build/site/fleet.html site ## judge the GPUs of FLEET=folder, also against BEFORE=; fails if one is not good
	@echo "Open build/site/fleet.html"
	@bash bench/fleet/verdict.sh
build/fleet/judged: every_time
	@bash bench/fleet/judge.sh "$$FLEET"
	@bash bench/fleet/changes.sh "$$FLEET" "$$BEFORE"
	@bash bench/fleet/history.sh "$$FLEET"
build/site/fleet.html: build/fleet/judged $(wildcard chapters/fleet.md chapters/gpu.md chapters/report.*) \
    $(wildcard chapters/names.lua) $(weavers) figures/fleet.gp $(drawing) templates/weave/fleet.sh build/terms.txt \
    | build/site/site.css build/site/$(reference)/data/machine.csv
	@$(subst weave.sh,fleet.sh,$(weave)) "$$FLEET"

# ---- Print: handouts, book, report and poster of an edition ---------------------------------------------

$(if $(filter pdf handout slides worksheet,$(goals)),$(if $(filter-out $(machines),$(MACHINE)),\
    $(error pdf: there is no machine '$(MACHINE)'; there are: $(machines))))
need_node   = node -e 'process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)' 2> /dev/null || { echo "pdf, epub: \
    node is missing or older than 18: run 'make setup'; 'make site' needs none" >&2; exit 1; }
print_tools := $(addprefix templates/print/,pdf.mjs tools.mjs book.typ forms.typ fonts.conf) \
    $(wildcard templates/node_modules/.installed)
# One run of Node prints all PDFs of an edition that are due, since its start takes longer than a chapter.
# So with `make pdf` a PDF's own rule only adds it to them. Those in a folder, such as slides/, have its form.
pdf: $(patsubst %,print-%,$(or $(filter $(machines),$(MACHINE)),$(machines)))
pdf: ## build the PDFs (needs Node as well): PAPER=, SOLUTIONS=, COURSE=, DATE=, MACHINE=
.PHONY: $(machines:%=print-%)
$(foreach m,$(machines),$(eval print-$m: $(pdfs.$m)))
$(machines:%=print-%): print-%:
	@$(if $(due.$*),$(need_node); node templates/print/pdf.mjs $(due.$*))
document = $(addprefix --,$(word 2,$(subst /, ,$(*D)))) build/print/$(machine)/$(*F).json $@
$(pdfs): build/site/%.pdf: $(print_tools) build/print.txt | templates/node_modules
	$(if $(filter pdf,$(goals)),$(eval due.$(machine) += $(document)),$\
	    @$(need_node); node templates/print/pdf.mjs $(document))

# Handouts, slides and worksheets are for a class, and no part of the site. Handouts without answers lie beside
# those that have them. The glossary has nothing to show or to ask.
class  := $(filter handout slides worksheet,$(goals))
print_machine := $(or $(filter $(machines),$(MACHINE)),$(firstword $(local)),$(reference))
chapters_named = $(strip $(foreach each,$(handouts),$(if $(filter $(names.$(each)),$1),$(each))))
chapters_for_class := $(filter-out $(if $(filter handout,$(class)),,$(glossary:chapters/%.md=%)),$(handouts))
asked_for := $(or $(CHAPTER),$(if $(filter handout,$(class)),$(if $(value LAB),,\
    $(error handout: CHAPTER= or LAB= names what to print; there are the chapters $(handouts) and the labs\
    $(notdir $(patsubst %/text.md,%,$(wildcard chapters/labs/*/text.md))))),$(chapters_for_class)))
to_print := $(sort $(foreach c,$(if $(class),$(asked_for)),$\
    $(or $(filter $(chapters_for_class),$(call chapters_named,$c)),\
    $(error $(firstword $(class)): there is no chapter '$c'; there are $(chapters_for_class)))))
to_print += $(addprefix lab-,$(value LAB))
printed = --$1 build/print/$(print_machine)/$c.json build/$2.pdf
handout_pdf = build/handout/$(print_machine)/$1$(if $(filter none,$(SOLUTIONS)),-questions).pdf
$(class): $(to_print:%=build/print/$(print_machine)/%.json) | templates/node_modules
handout: ## build the handouts of some chapters or of a lab's text: CHAPTER="2 ladder", LAB=copy, and what pdf takes
	@$(need_node)
	@node templates/print/pdf.mjs $(foreach c,$(to_print),build/print/$(print_machine)/$c.json $(call handout_pdf,$c))
	@printf '%s\n' $(foreach c,$(to_print),$(call handout_pdf,$c))
slides: | $(slide_figures.$(print_machine))
slides: ## build slides for lectures, with notes, of all chapters or of CHAPTER="2 ladder", and what pdf takes
	@$(need_node)
	@node templates/print/pdf.mjs $(foreach c,$(to_print),$(call printed,slides,slides/$(print_machine)/$c) \
	    $(call printed,notes,slides/$(print_machine)/$c-notes))
	@printf '%s\n' $(foreach c,$(to_print),build/slides/$(print_machine)/$c{.pdf,.pdfpc,-notes.pdf})
worksheet: ## build chapters with room for answers, and their solutions alone: CHAPTER="2 ladder", and what pdf takes
	@$(need_node)
	@SOLUTIONS=none node templates/print/pdf.mjs $(foreach c,$(to_print),\
	    $(foreach kind,worksheet solutions,$(call printed,$(kind),handout/$(print_machine)/$c-$(kind))))
	@printf '%s\n' $(foreach c,$(to_print),build/handout/$(print_machine)/$c-{worksheet,solutions}.pdf)

# All chapters of an edition in one file, with a figure of the machine on its cover.
epub: $(epubs) ## build the EPUBs (needs Node as well)
$(epubs): templates/print/epub.mjs templates/print/tools.mjs templates/print/epub.css templates/print/cover.svg \
    $(wildcard templates/node_modules/.installed) | templates/node_modules
	@$(need_node); node $< $@ $(filter build/%,$^)

# ---- Releases ------------------------------------------------------------------------------------------

VERSION ?=# release: three numbers, such as 1.2.0
override VERSION := $(value VERSION)
export VERSION
release: ## commit a new version, or once it is tested build its archive and tag it: VERSION=1.2.0
	@bash templates/release.sh "$$VERSION"

# Installing is for `make setup`, not a side effect of building.
templates/node_modules:
	@echo "pdf, epub: the npm packages are missing: run 'make setup'" >&2; exit 1

# Whatever is written appears whole: make, when it is interrupted, is not to take it away.
.PRECIOUS: build/obj/%.o build/obj/%.cu.o build/bench/% build/site/%.svg build/print/%.svg build/print/%.slide.svg \
    build/site/site.css $(data) $(levels) $(pages) $(reports) $(whole) $(across) $(texts) $(parts) $(claims) \
    $(searched) $(indices) $(quoted) $(pdfs) $(epubs) $(published)
