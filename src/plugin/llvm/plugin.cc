/* SPDX-License-Identifier: MIT */
/* plugin.cc - the walk over a module, and how clang finds it
 *
 * clang calls the callbacks for the end of optimisation in the order of their
 * registration, plugins first: the pass sees what clang's own will see.
 */
#include "scarp_llvm.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"

#include "../asm_text.h"
#include "../holes.h"

using namespace llvm;

namespace scarp
{

/* Hooks are placed before instructions already seen, so the walk goes over a
 * copy of the list. */
static std::vector<Instruction *> list(Function &f)
{
	std::vector<Instruction *> all;

	for (Instruction &i : instructions(f))
		if (!i.getMetadata("nosanitize"))
			all.push_back(&i);
	return all;
}

static void call(Look &look, CallBase &c)
{
	arguments(look, c);
	if (assembly(look, c) || lanes(look, c))
		return;
	intrinsic(look, c);
}

static void instrument(Look &look)
{
	loops(look);
	for (Instruction *i : list(look.function)) {
		if (segments(look, *i))
			continue;
		if (auto *rmw = dyn_cast<AtomicRMWInst>(i))
			if (atomic_rewrite(look, *rmw))
				continue;
		if (auto *cas = dyn_cast<AtomicCmpXchgInst>(i))
			if (weak_rewrite(look, *cas))
				continue;
		if (auto *c = dyn_cast<CallBase>(i)) {
			if (clock_rewrite(look, *c))
				continue;
			fence_intrinsic(look, *c);
			call(look, *c);
			look.settle(*i);
			continue;
		}
		if (isa<StoreInst>(i) && i->hasMetadata("nontemporal"))
			non_temporal(look, *i);
		if (isa<VAArgInst>(i))
			look.unknown(*i, "va_arg");
		else if (!access(look, *i) && !atomic_check(look, *i) &&
			 i->mayReadOrWriteMemory())
			look.unknown(*i, i->getOpcodeName());
		look.settle(*i);
	}
}

/* A function that is not to be instrumented: may it touch what is shared?  What
 * is quiet elsewhere because clang's pass announces it is not quiet here. */
static bool touches(Look &look, CallBase &c)
{
	Function *f = c.getCalledFunction();

	if (c.isInlineAsm())
		return true;
	if (auto *copy = dyn_cast<MemTransferInst>(&c))
		return !look.hidden(copy->getRawDest()) ||
		       !look.hidden(copy->getRawSource());
	if (auto *set = dyn_cast<MemIntrinsic>(&c))
		return !look.hidden(set->getRawDest());
	for (unsigned n = 0; n < c.arg_size(); n++)
		if (c.isByValArgument(n) && !look.hidden(c.getArgOperand(n)))
			return true;
	return f && f->isIntrinsic() && intrinsic_touches(look, c);
}

static bool touches(Look &look)
{
	for (Instruction *i : list(look.function)) {
		auto *c = dyn_cast<CallBase>(i);
		Value *pointer = getLoadStorePointerOperand(i);

		if (pointer ? !look.hidden(pointer)
			: c ? touches(look, *c)
			    : i->mayReadOrWriteMemory())
			return true;
	}
	return false;
}

static void note(Module &m, const std::string &line)
{
	std::string text;

	for (char c : line) {
		if (c == '"' || c == '\\')
			text += '\\';
		text += c;
	}
	m.appendModuleInlineAsm(".pushsection " SCARP_HOLES_SECTION
				",\"\",@progbits\n\t.asciz \"" +
				text + "\"\n\t.popsection\n");
}

class Announce : public PassInfoMixin<Announce>
{
      public:
	PreservedAnalyses run(Module &m, ModuleAnalysisManager &)
	{
		std::vector<std::string> holes;
		std::vector<std::string> told;

		if (asm_text_has_code(m.getModuleInlineAsm().c_str()))
			holes.push_back(SCARP_HOLE_TOP_LEVEL " (" +
					m.getSourceFileName() + ")");
		for (Function &f : m) {
			Look look(f, holes);

			if (f.isDeclaration() ||
				f.hasAvailableExternallyLinkage())
				continue;
			if (f.hasFnAttribute(Attribute::Naked))
				look.hole(nullptr,
					std::string(SCARP_HOLE_NAKED " ") +
						f.getName().str());
			else if (f.hasFnAttribute(Attribute::SanitizeThread))
				instrument(look);
			else if (touches(look))
				look.hole(nullptr,
					std::string(SCARP_HOLE_FUNCTION " ") +
						f.getName().str());
		}
		for (const std::string &line : holes)
			if (std::find(told.begin(), told.end(), line) ==
				told.end()) {
				told.push_back(line);
				note(m, line);
			}
		return PreservedAnalyses::none();
	}
	static bool isRequired()
	{
		return true;
	}
};

class Twice : public PassInfoMixin<Twice>
{
      public:
	PreservedAnalyses run(Module &m, ModuleAnalysisManager &)
	{
		mark_twice(m);
		mark_alloca(m);
		return PreservedAnalyses::none();
	}
	static bool isRequired()
	{
		return true;
	}
};

} // namespace scarp

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo
llvmGetPassPluginInfo()
{
	return {LLVM_PLUGIN_API_VERSION, "scarp", LLVM_VERSION_STRING,
		[](PassBuilder &builder) {
			builder.registerPipelineStartEPCallback(
				[](ModulePassManager &passes, auto &&...) {
					passes.addPass(scarp::Twice());
				});
			builder.registerOptimizerLastEPCallback(
				[](ModulePassManager &passes, auto &&...) {
					passes.addPass(scarp::Announce());
				});
		}};
}
