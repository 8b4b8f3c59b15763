# rules.mk - labs: programs that students hand in are checked, measured and graded: a part of the Makefile.
#
# A lab is a folder chapters/labs/<lab>/ and nothing else: bench/lab/README.md shows how to add one.

LAB         ?=# lab grade: the name of a lab in chapters/labs/
KERNEL      ?=# lab: the file that is to be tried
SUBMISSIONS ?=# grade: the folder of what was handed in, a file per student
NAMES       ?=# grade: 1 names students on the class's page
UNBOXED     ?=# grade: 1 runs programs of students without a sandbox, where there is no bubblewrap
$(foreach v,LAB KERNEL SUBMISSIONS NAMES UNBOXED,$(eval override $v := $$(value $v)))
export LAB KERNEL SUBMISSIONS NAMES UNBOXED CC

ifneq ($(filter lab grade,$(goals)),)
labs    := $(patsubst chapters/labs/%/inputs.c,%,$(wildcard chapters/labs/*/inputs.c))
$(if $(LAB),$(if $(filter $(labs),$(LAB)),,$(error lab: there is no lab '$(LAB)'; there are: $(labs))),\
    $(error lab: LAB= names one of: $(labs)))
$(call keep,cc,$(CC) $(CFLAGS) $(call size_of,$(CC)))
endif
# Both programs know the lab and the book's variants.
lab_objects = $(host_experiments:%=build/obj/kernels/%.o) build/obj/chapters/labs/$*/inputs.o
.SECONDEXPANSION:
build/lab/%/grader: build/obj/bench/lab/grader.o build/obj/bench/lab/verdict.o $(shared) $$(lab_objects)
	@mkdir -p $(@D)
	$(link_host) -o $@.tmp $^ -lm
	@mv $@.tmp $@
build/lab/%/runner: build/obj/bench/lab/runner.o $$(lab_objects)
	@mkdir -p $(@D)
	$(link_host) -o $@.tmp $^ -ldl
	@mv $@.tmp $@
-include $(wildcard build/obj/chapters/labs/*/*.d)

lab: build/lab/$(LAB)/grader build/lab/$(LAB)/runner build/site/site.css
lab: ## check, measure and grade a solution to a lab: LAB=copy KERNEL=mine.c
	@[[ $$KERNEL ]] || { echo "lab: KERNEL= names the file to try, such as chapters/labs/$$LAB/starter.c" >&2; exit 1; }
	@[[ -f $$KERNEL ]] || { echo "lab: there is no file '$$KERNEL'" >&2; exit 1; }
	@$(subst templates/weave/weave.sh,bench/lab/lab.sh,$(weave)) "$$LAB" "$$KERNEL"

grade: build/lab/$(LAB)/grader build/lab/$(LAB)/runner build/site/site.css
grade: ## grade what students handed in for a lab: LAB=copy SUBMISSIONS=folder
	@[[ $$SUBMISSIONS ]] || { echo "grade: SUBMISSIONS= names the folder with a file per student" >&2; exit 1; }
	@$(subst templates/weave/weave.sh,bench/lab/grade.sh,$(weave)) "$$LAB" "$$SUBMISSIONS"
