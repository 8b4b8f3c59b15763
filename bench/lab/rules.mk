# rules.mk - labs: programs that students hand in are checked, measured and graded: a part of the Makefile.
#
# A lab is a folder chapters/labs/<lab>/ and nothing else: bench/lab/README.md shows how to add one.

LAB         ?=# lab grade handout: the name of a lab in chapters/labs/
KERNEL      ?=# lab: the file that is to be tried
SUBMISSIONS ?=# grade: the folder of what was handed in, a file per student
NAMES       ?=# grade: 1 names students on the class's page
UNBOXED     ?=# grade: 1 runs programs of students without a sandbox, where there is none
SLURM       ?=# grade: options of srun, such as --gres=gpu:1, by which Slurm runs each submission on a node of its own
$(foreach v,LAB KERNEL SUBMISSIONS NAMES UNBOXED SLURM,$(eval override $v := $$(value $v)))
export LAB KERNEL SUBMISSIONS NAMES UNBOXED SLURM CC NVCC NVCCFLAGS

labs     := $(patsubst chapters/labs/%/inputs.c,%,$(wildcard chapters/labs/*/inputs.c))
gpu_labs := $(patsubst chapters/labs/%/starter.cu,%,$(wildcard chapters/labs/*/starter.cu))
no_lab   := $(filter-out $(labs),$(LAB))
$(if $(no_lab),$(error lab: there is no lab '$(no_lab)'; there are: $(labs)))
ifneq ($(filter lab grade,$(goals)),)
$(if $(filter 1,$(words $(LAB))),,$(error lab: LAB= names one of: $(labs)))
# Whoever compiles a grader sees a compiler's errors and not its commands.
.SILENT:
$(if $(wildcard build/lab/$(LAB)/grader)$(MAKE_RESTARTS),,$(info lab: the grader is compiled first))
endif
ifneq ($(and $(filter lab grade,$(goals)),$(filter $(gpu_labs),$(LAB))),)
lab_lacks := $(if $(or $(has_gpu),$(and $(filter grade,$(goals)),$(SLURM))),,$(if $(shell \
    grep -l 0x10de /sys/bus/pci/devices/*/vendor 2> /dev/null),its driver (there is a GPU: install NVIDIA's),a GPU))
lab_lacks += $(if $(has_nvcc),,$(if $(lab_lacks),and )nvcc (install the CUDA Toolkit, or say by NVCC= where it is))
$(if $(strip $(lab_lacks)),$(error lab: '$(LAB)' needs an NVIDIA GPU and the CUDA Toolkit. What is missing here:\
    $(strip $(lab_lacks)); the labs for a CPU are: $(filter-out $(gpu_labs),$(labs))))
endif
lab_host = $(host_experiments:%=build/obj/kernels/%.o)
# A grader knows the lab and the book's variants. Of kernels for the GPU it has those that the lab includes.
lab_inputs  = build/obj/bench/lab/verdict.o build/obj/chapters/labs/$*/inputs.o
lab_kernels = $(patsubst %,build/obj/kernels/%.cu.o,$(filter $(gpu_experiments),\
    $(shell sed -nE 's|^#include ".*/kernels/([a-z0-9_]+)[.]h"|\1|p' chapters/labs/$*/inputs.c)))
.SECONDEXPANSION:
$(gpu_labs:%=build/lab/%/grader): build/lab/%/grader: $(patsubst %,build/obj/bench/lab/%.o,gpu_grader gpu_module plan) \
    $(for_gpu) $$(lab_inputs) $$(lab_kernels)
	@mkdir -p $(@D)
	$(link_gpu) -Xcompiler -fopenmp -o $@.tmp $^ -lcuda -lm -ldl
	@mv $@.tmp $@
build/lab/%/grader: build/obj/bench/lab/grader.o $(shared) $$(lab_inputs) $(lab_host)
	@mkdir -p $(@D)
	$(link_host) -o $@.tmp $^ -lm
	@mv $@.tmp $@
build/lab/%/runner: build/obj/bench/lab/runner.o build/obj/chapters/labs/$$*/inputs.o $(lab_host)
	@mkdir -p $(@D)
	$(link_host) -o $@.tmp $^ -ldl
	@mv $@.tmp $@
lab_programs := build/lab/$(LAB)/grader $(if $(filter $(gpu_labs),$(LAB)),,build/lab/$(LAB)/runner)
-include $(wildcard build/obj/chapters/labs/*/*.d)

lab: $(lab_programs) build/site/site.css
lab: ## check, measure and grade a solution to a lab: LAB=copy KERNEL=mine.c
	@[[ $$KERNEL ]] || { echo "lab: KERNEL= names the file to try, such as $(wildcard chapters/labs/$(LAB)/starter.*)" \
	    >&2; exit 1; }
	@[[ -f $$KERNEL ]] || { echo "lab: there is no file '$$KERNEL'" >&2; exit 1; }
	@$(subst templates/weave/weave.sh,bench/lab/lab.sh,$(weave)) "$$LAB" "$$KERNEL"

grade: $(lab_programs) build/site/site.css
grade: ## grade what students handed in for a lab: LAB=copy SUBMISSIONS=folder
	@[[ $$SUBMISSIONS ]] || { echo "grade: SUBMISSIONS= names the folder with a file per student" >&2; exit 1; }
	@$(subst templates/weave/weave.sh,bench/lab/grade.sh,$(weave)) "$$LAB" "$$SUBMISSIONS"
