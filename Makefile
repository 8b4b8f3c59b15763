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

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
MAKEFLAGS += --no-builtin-rules
.DELETE_ON_ERROR:
.SECONDEXPANSION:
.DEFAULT_GOAL := all

# ---- What a user may set -----------------------------------------------------

CFLAGS    ?= -O2 -Wall -Wextra -Wconversion -Wshadow
NVCC      ?= $(firstword $(wildcard /usr/local/cuda/bin/nvcc) nvcc)
NVCCFLAGS ?= -O3 -arch=native
MACHINE   ?=#   the name under which `make record` keeps this machine's results
BENCHFLAGS ?=#  options for every benchmark program, --quick for one
COMMIT    ?= $(shell git describe --always --dirty --abbrev=12 2>/dev/null)
PANDOC    ?= pandoc
GNUPLOT   ?= gnuplot

# ---- Experiments: a kernel and a program of the same name ---------------------

host_experiments := $(basename $(notdir $(wildcard kernels/host_*.c)))
gpu_experiments  := $(basename $(notdir $(wildcard kernels/*.cu)))
cuda      := $(patsubst %/bin/nvcc,%,$(NVCC))
has_gpu   := $(wildcard /dev/nvidiactl /dev/dxg /dev/nvgpu)
has_nvcc  := $(shell command -v $(NVCC) || true)
can_run   := machine $(host_experiments) \
             $(if $(and $(has_gpu),$(has_nvcc)),$(gpu_experiments) kernels)
here      := build/results/here

.PHONY: all help measure record site pdf setup setup-check check clean

all: measure ## measure this machine if that is not done yet, then build the site and the PDFs
	@$(MAKE) --no-print-directory site pdf
	@echo "Open build/site/index.html"

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

measure: $(can_run:%=$(here)/%.csv) ## measure this machine (needs a C compiler; nvcc and a GPU for the GPU part)
	@$(if $(has_gpu),$(if $(has_nvcc),,echo "measure: there is a GPU but no nvcc, so only the CPU was measured: install the CUDA Toolkit"))

# One program at a time: they would disturb each other. The old results stay
# until the new ones are whole.
$(here)/%.csv: build/bench/%
	@mkdir -p $(@D)
	@flock build/measure.lock env BENCH_COMMIT='$(COMMIT)' $< $(BENCHFLAGS) > $@.tmp \
	    || { s=$$?; rm -f $@.tmp; echo "measure: $* failed; $(if $(wildcard $@),its old results stay,it has no results)" >&2; exit $$s; }
	@mv $@.tmp $@

# Registers and machine code of every kernel, from the objects that were timed.
$(here)/kernels.csv: bench/sass.sh $(gpu_experiments:%=build/obj/kernels/%.cu.o)
	@mkdir -p $(@D)
	@PATH="$(cuda)/bin:$$PATH" BENCH_COMMIT='$(COMMIT)' bash $^ $(@D)

$(host_experiments:%=build/bench/%): build/bench/%: \
    build/obj/bench/%.o build/obj/kernels/%.o build/obj/bench/host.o build/obj/bench/bench.o
build/bench/machine: build/obj/bench/machine.o build/obj/bench/host.o build/obj/bench/bench.o
$(host_experiments:%=build/bench/%) build/bench/machine:
	@mkdir -p $(@D)
	$(CC) -fopenmp -o $@ $^ -lm -ldl

$(gpu_experiments:%=build/bench/%): build/bench/%: build/obj/bench/%.o build/obj/kernels/%.cu.o \
    build/obj/bench/gpu.o build/obj/bench/instruments.cu.o build/obj/bench/bench.o
	@mkdir -p $(@D)
	$(NVCC) $(NVCCFLAGS) -o $@ $^

build/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CC) -std=c11 -D_GNU_SOURCE -fopenmp $(CFLAGS) -isystem $(cuda)/include -MMD -MP -c -o $@ $<

build/obj/%.cu.o: %.cu
	@mkdir -p $(@D)
	@command -v $(NVCC) > /dev/null || { echo "nvcc is missing: install the CUDA Toolkit" >&2; exit 1; }
	$(NVCC) $(NVCCFLAGS) -MMD -MP -c -o $@ $<

record: measure ## keep this machine's measurements as results/MACHINE, for git
	@bash bench/record.sh $(here) '$(MACHINE)'

# ---- Editions: the book for one machine ---------------------------------------

reference := nvidia-h200
machines  := $(patsubst build/results/%/machine.csv,%,$(wildcard $(here)/machine.csv)) \
             $(patsubst results/%/machine.csv,%,$(wildcard results/*/machine.csv))
chapters  := $(basename $(notdir $(wildcard chapters/[0-9]*.md)))
figures   := $(basename $(notdir $(filter-out %/style.gp,$(wildcard figures/*.gp))))
data      := machine kernels $(host_experiments) $(gpu_experiments)
titles    := $(foreach c,$(chapters),$(lastword $(subst -, ,$c)))

machine_of = $(firstword $(subst /, ,$*))
# A machine's own results of an experiment, else the reference machine's.
source_of  = $(firstword $(wildcard $(if $(filter here,$(machine_of)),build/)results/$(machine_of)/$(notdir $*).csv) \
                         results/$(reference)/$(notdir $*).csv)

site: build/site/index.html $(foreach m,$(machines),build/site/$m/index.html $(titles:%=build/site/$m/%.html)) ## build the site (needs gnuplot and pandoc, no GPU)
pdf: $(foreach m,$(machines),$(titles:%=build/site/$m/%.pdf)) ## build the PDFs (needs Node as well)

# The data of an edition, each file with a note of whose it is.
build/site/%.csv: $$(source_of)
	@mkdir -p $(@D)
	@{ echo "# edition: $(notdir $(patsubst %/,%,$(dir $<)))"; cat $<; } > $@.tmp && mv $@.tmp $@

# One run of gnuplot, two files: colours by name for pages, as they are for print.
build/site/%.svg build/print/%.svg: figures/$$(notdir $$*).gp figures/style.gp templates/figure.sh \
    build/site/$$(machine_of)/data/$$(notdir $$*).csv build/site/$$(machine_of)/data/machine.csv
	@GNUPLOT='$(GNUPLOT)' bash templates/figure.sh $(notdir $*) build/site/$(machine_of)/data build/site/$*.svg build/print/$*.svg

edition_files = $(data:%=build/site/$1/data/%.csv) $(figures:%=build/site/$1/figures/%.svg)
weave = PANDOC='$(PANDOC)' bash templates/weave.sh

build/site/%.html: chapters/$$(filter %-$$(notdir $$*),$$(chapters) 0-index).md \
    | $$(call edition_files,$$(machine_of)) build/site/site.css
	@$(weave) html $< $(machine_of) $@

build/site/index.html: chapters/cover.md $(machines:%=build/site/%/data/machine.csv) | build/site/site.css
	@$(weave) html $< . $@ $(machines)

build/site/%.pdf: build/print/%.json templates/pdf.mjs templates/book.typ templates/node_modules
	@node templates/pdf.mjs $< $@

build/print/%.json: chapters/$$(filter %-$$(notdir $$*),$$(chapters)).md | $$(call edition_files,$$(machine_of))
	@$(weave) typst $< $(machine_of) $@

build/site/site.css: templates/site.css templates/node_modules
	@bash templates/assets.sh $(@D)

# ---- Tools ---------------------------------------------------------------------

setup: ## install what the build needs: gnuplot, pandoc, Node and pinned npm packages
	@bash templates/setup.sh build

setup-check: setup ## install what the tests need as well
	@bash templates/setup.sh check

check: ## run every test
	@bash tests/run.sh

clean: ## remove all that was built, this machine's measurements too
	rm -rf build

-include $(shell find build -name '*.d' 2>/dev/null)
