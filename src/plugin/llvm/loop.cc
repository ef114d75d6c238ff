/* SPDX-License-Identifier: MIT */
/* loop.cc - heads of loops (../turn.h)
 *
 * What is carried round is the head's phi nodes, and locals in memory that no
 * hook announces.
 */
#include "anew.h"
#include "count.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/MDBuilder.h"

#include "../turn.h"

using namespace llvm;

namespace scarp
{

static bool quiet(const CallBase &c)
{
	const Function *f = c.getCalledFunction();

	return f && f->isIntrinsic() && !isa<MemIntrinsic>(c);
}

/* One around it that begins at the same place: what goes round that goes round
 * this one.  LLVM makes of a loop with several ways back several loops. */
static Loop *same(Loop &l)
{
	Loop *around = l.getParentLoop();
	BasicBlock *from = l.getLoopPredecessor();
	BasicBlock *at = around ? around->getHeader() : nullptr;

	while (around && from && at) {
		if (at->getFirstNonPHIOrDbg() != at->getTerminator() ||
			!at->getSingleSuccessor())
			return nullptr;
		if (at == from)
			return around;
		at = at->getSingleSuccessor();
		if (!at->getSinglePredecessor() || at == l.getHeader())
			return nullptr;
	}
	return nullptr;
}

/* The outermost of these. */
static Loop &whole(Loop &l)
{
	Loop *around = same(l);

	return around ? whole(*around) : l;
}

/* Something that others may have to do with. */
static bool looks(Look &look, Loop &l)
{
	for (BasicBlock *b : l.blocks())
		for (Instruction &i : *b) {
			auto *load = dyn_cast<LoadInst>(&i);
			auto *c = dyn_cast<CallBase>(&i);

			if (load    ? !look.hidden(load->getPointerOperand())
				: c ? !quiet(*c)
				    : i.isAtomic())
				return true;
		}
	return false;
}

/* What assembly does to locals is not known here. */
static bool has_assembly(Loop &l)
{
	for (BasicBlock *b : l.blocks())
		for (Instruction &i : *b) {
			auto *c = dyn_cast<CallBase>(&i);

			if (c && c->isInlineAsm() &&
				(c->arg_size() || !c->getType()->isVoidTy()))
				return true;
		}
	return false;
}

static bool regular(Loop &l)
{
	BasicBlock *head = l.getHeader();

	if (head->isEHPad() || has_assembly(l))
		return false;
	for (BasicBlock *from : predecessors(head))
		if (!isa<BranchInst>(from->getTerminator()) &&
			!isa<SwitchInst>(from->getTerminator()))
			return false;
	return true;
}

/* --- locals in memory -------------------------------------------------------
 */

/* Has the instruction to do with it, and may it read what is there? */
enum touch {
	TOUCH_NOT,
	TOUCH_PART, /* changes some of it */
	TOUCH_SETS, /* all of it */
	TOUCH_READS
};

static uint64_t bytes_of(Look &look, const AllocaInst &a)
{
	auto *n = dyn_cast<ConstantInt>(a.getArraySize());

	return n ? n->getZExtValue() *
			       look.layout
				       .getTypeAllocSize(a.getAllocatedType())
				       .getKnownMinValue()
		 : 0;
}

static enum touch touches(Look &look, Instruction &i, const AllocaInst &a)
{
	auto *store = dyn_cast<StoreInst>(&i);
	auto *to = dyn_cast<MemIntrinsic>(&i);
	enum touch most = TOUCH_NOT;

	if (auto *mark = dyn_cast<IntrinsicInst>(&i))
		if (mark->isLifetimeStartOrEnd())
			return look.local(mark->getArgOperand(
				       mark->arg_size() - 1)) == &a
				       ? TOUCH_SETS
				       : TOUCH_NOT;
	if (isa<GetElementPtrInst>(i) || isa<CastInst>(i) || isa<PHINode>(i) ||
		isa<SelectInst>(i) || isa<DbgInfoIntrinsic>(i))
		return TOUCH_NOT; /* an address, as yet */
	for (Value *v : i.operands())
		if (v->getType()->isPointerTy() && look.local(v) == &a)
			most = TOUCH_READS;
	if (most && store && look.local(store->getPointerOperand()) == &a)
		return store->getPointerOperand()->stripPointerCasts() == &a &&
				       look.layout.getTypeStoreSize(
					       store->getValueOperand()
						       ->getType()) ==
					       bytes_of(look, a)
			       ? TOUCH_SETS
			       : TOUCH_PART;
	if (most && to && to->getRawDest()->stripPointerCasts() == &a) {
		auto *n = dyn_cast<ConstantInt>(to->getLength());
		auto *copy = dyn_cast<MemTransferInst>(to);

		if (copy && look.local(copy->getRawSource()) == &a)
			return TOUCH_READS;
		return n && n->getZExtValue() == bytes_of(look, a) ? TOUCH_SETS
								   : TOUCH_PART;
	}
	return most;
}

/* May it be read from there on before it is set? */
static bool live(Look &look, BasicBlock *from, const AllocaInst &a)
{
	SmallPtrSet<BasicBlock *, 32> seen;
	std::vector<BasicBlock *> todo = {from};

	while (!todo.empty()) {
		BasicBlock *b = todo.back();
		bool set = false;

		todo.pop_back();
		for (Instruction &i : *b) {
			enum touch t = touches(look, i, a);

			if (t == TOUCH_READS)
				return true;
			set = t == TOUCH_SETS;
			if (set)
				break;
		}
		if (set)
			continue;
		for (BasicBlock *next : successors(b))
			if (seen.insert(next).second)
				todo.push_back(next);
	}
	return false;
}

static bool changed_in(Look &look, Loop &l, const AllocaInst &a)
{
	for (BasicBlock *b : l.blocks())
		for (Instruction &i : *b)
			if (!isa<LoadInst>(i) && touches(look, i, a))
				return true;
	return false;
}

/* May something that is set in the loop be read behind it? */
static bool leaves_something(Look &look, Loop &l, const Counters &counters)
{
	SmallVector<BasicBlock *, 8> behind;

	for (BasicBlock *b : l.blocks())
		for (Instruction &i : *b)
			for (User *u : i.users())
				if (!l.contains(cast<Instruction>(u)) &&
					!counters.all.count(&i))
					return true;
	l.getExitBlocks(behind);
	for (BasicBlock &block : look.function)
		for (Instruction &i : block) {
			auto *a = dyn_cast<AllocaInst>(&i);

			if (!a || counters.all.count(a) ||
				!changed_in(look, l, *a))
				continue;
			for (BasicBlock *b : behind)
				if (live(look, b, *a))
					return true;
		}
	return false;
}

static bool is_volatile(Look &look, const AllocaInst &a)
{
	for (BasicBlock &b : look.function)
		for (Instruction &i : b)
			if (i.isVolatile() && touches(look, i, a))
				return true;
	return false;
}

/* --- a place that is read before the loop, and again at the end of a turn ----
 */

namespace
{

struct Reread {
	LoadInst *load = nullptr; /* before the loop */
	Value *value = nullptr;	  /* a phi node, or a local */
};

} // namespace

static Value *through_casts(Value *v)
{
	while (auto *c = dyn_cast<CastInst>(v))
		v = c->getOperand(0);
	return v;
}

/* What it found, where the value is what was expected if it was found: the same
 * then. */
static Value *through_success(Value *v)
{
	auto *choice = dyn_cast<SelectInst>(v);
	auto *ok = choice ? dyn_cast<ExtractValueInst>(choice->getCondition())
			  : nullptr;
	auto *cas = ok ? dyn_cast<AtomicCmpXchgInst>(ok->getAggregateOperand())
		       : nullptr;

	return cas && ok->getIndices()[0] == 1 &&
			       through_casts(choice->getTrueValue()) ==
				       through_casts(cas->getCompareOperand())
		       ? choice->getFalseValue()
		       : v;
}

/* The compare and exchange with the place that is loaded that found v there;
 * NULL: none did. */
static AtomicCmpXchgInst *exchanged(Look &look, Value *v, LoadInst *load)
{
	Value *place = load->getPointerOperand();
	auto *part = dyn_cast<ExtractValueInst>(
		through_casts(through_success(through_casts(v))));
	auto *cas =
		part ? dyn_cast<AtomicCmpXchgInst>(part->getAggregateOperand())
		     : nullptr;

	return cas && part->getIndices()[0] == 0 &&
			       cas->getPointerOperand()->stripPointerCasts() ==
				       place->stripPointerCasts() &&
			       look.layout.getTypeStoreSize(
				       cas->getCompareOperand()->getType()) ==
				       look.layout.getTypeStoreSize(
					       load->getType())
		       ? cas
		       : nullptr;
}

/* Is one of these passed in each turn that goes round? */
static bool passed(Loop &l, const SmallPtrSetImpl<BasicBlock *> &blocks)
{
	SmallVector<BasicBlock *, 8> todo(1, l.getHeader());
	SmallPtrSet<BasicBlock *, 8> met;

	while (!todo.empty()) {
		BasicBlock *b = todo.pop_back_val();

		if (blocks.count(b))
			continue;
		for (BasicBlock *next : successors(b))
			if (next == l.getHeader())
				return false;
			else if (l.contains(next) && met.insert(next).second)
				todo.push_back(next);
	}
	return true;
}

/* Is what was loaded used there alone, converted or not? */
static bool only_used_by(Value *v, Value *user)
{
	while (v->hasOneUse()) {
		v = *v->user_begin();
		if (v == user)
			return true;
		if (!isa<CastInst>(v))
			return false;
	}
	return false;
}

/* The load that is the last thing done to memory before the loop, but for
 * locals that nobody else knows. */
static LoadInst *load_before(Look &look, Loop &l)
{
	BasicBlock *from = l.getLoopPredecessor();

	if (!from)
		return nullptr;
	for (Instruction &i : reverse(*from)) {
		Value *pointer = getLoadStorePointerOperand(&i);

		if (!i.mayReadOrWriteMemory() ||
			(pointer && look.hidden(pointer)))
			continue;
		if (auto *load = dyn_cast<LoadInst>(&i))
			return l.isLoopInvariant(load->getPointerOperand())
				       ? load
				       : nullptr;
		if (auto *c = dyn_cast<CallBase>(&i))
			if (quiet(*c))
				continue;
		return nullptr;
	}
	return nullptr;
}

static bool reread_in_phi(
	Look &look, Loop &l, PHINode &phi, LoadInst *load)
{
	for (unsigned k = 0; k < phi.getNumIncomingValues(); k++) {
		Value *v = phi.getIncomingValue(k);
		auto *exchange = exchanged(look, v, load);

		if (l.contains(phi.getIncomingBlock(k))
				? !exchange || !l.contains(exchange)
				: through_casts(v) != load ||
					!only_used_by(load, &phi))
			return false;
	}
	return true;
}

/* Set by the load before the loop, by exchanges alone within. */
static bool reread_in_local(
	Look &look, Loop &l, const AllocaInst &a, LoadInst *load)
{
	SmallPtrSet<BasicBlock *, 4> exchanges;
	Value *before = nullptr;
	StoreInst *kept = nullptr;

	for (Instruction &i : *load->getParent()) {
		if (touches(look, i, a) == TOUCH_NOT && !isa<LoadInst>(i))
			continue;
		if (auto *read = dyn_cast<LoadInst>(&i)) {
			/* Somebody else has what the load found. */
			if (kept && getUnderlyingObject(
					    read->getPointerOperand()) == &a)
				return false;
			continue;
		}
		if (touches(look, i, a) != TOUCH_SETS || !isa<StoreInst>(i))
			return false;
		kept = cast<StoreInst>(&i);
		before = kept->getValueOperand();
	}
	if (!before || through_casts(before) != load ||
		!only_used_by(load, kept))
		return false;
	for (BasicBlock *b : l.blocks())
		for (Instruction &i : *b) {
			auto *store = dyn_cast<StoreInst>(&i);

			if (isa<LoadInst>(i) ||
				touches(look, i, a) == TOUCH_NOT)
				continue;
			auto *exchange =
				store && touches(look, i, a) == TOUCH_SETS
					? exchanged(look,
						  store->getValueOperand(),
						  load)
					: nullptr;
			if (!exchange)
				return false;
			exchanges.insert(exchange->getParent());
		}
	return passed(l, exchanges);
}

static Reread find_reread(Look &look, Loop &l)
{
	Reread r;

	r.load = load_before(look, l);
	if (!r.load)
		return r;
	for (PHINode &phi : l.getHeader()->phis())
		if (reread_in_phi(look, l, phi, r.load))
			r.value = &phi;
	for (BasicBlock &block : look.function)
		for (Instruction &i : block) {
			auto *a = dyn_cast<AllocaInst>(&i);

			if (!r.value && a && look.hidden(a) &&
				live(look, l.getHeader(), *a) &&
				reread_in_local(look, l, *a, r.load))
				r.value = a;
		}
	if (!r.value)
		r.load = nullptr;
	return r;
}

/* --- the call ---------------------------------------------------------------
 */

/* As 64 bits; NULL: it has no such form. */
static Value *as_word(Look &look, IRBuilder<> &b, Value *v)
{
	Type *type = v->getType();

	if (type->isPointerTy())
		return type->getPointerAddressSpace()
			       ? nullptr
			       : b.CreatePtrToInt(v, b.getInt64Ty());
	if (type->isFloatTy() || type->isDoubleTy()) {
		v = b.CreateBitCast(
			v, b.getIntNTy(type->getPrimitiveSizeInBits()));
		type = v->getType();
	}
	if (!type->isIntegerTy() || type->getIntegerBitWidth() > 64)
		return nullptr;
	return b.CreateZExt(v, b.getInt64Ty());
}

/* Another value in each turn. */
static bool counts(Loop &l, PHINode &phi)
{
	for (unsigned k = 0; k < phi.getNumIncomingValues(); k++) {
		auto *next = dyn_cast<Instruction>(phi.getIncomingValue(k));

		if (!l.contains(phi.getIncomingBlock(k)))
			continue;
		if (auto *step = dyn_cast_or_null<GetElementPtrInst>(next)) {
			if (step->getPointerOperand() != &phi ||
				!step->hasAllConstantIndices() ||
				step->hasAllZeroIndices())
				return false;
		} else if (!next ||
			   (next->getOpcode() != Instruction::Add &&
				   next->getOpcode() != Instruction::Sub) ||
			   next->getOperand(0) != &phi ||
			   !isa<ConstantInt>(next->getOperand(1))) {
			return false;
		}
	}
	return true;
}

static bool steady(Loop &l, PHINode &phi)
{
	for (unsigned k = 0; k < phi.getNumIncomingValues(); k++)
		if (l.contains(phi.getIncomingBlock(k)) &&
			phi.getIncomingValue(k) != &phi)
			return false;
	return true;
}

static Value *quietly(Value *v)
{
	cast<Instruction>(v)->setMetadata("nosanitize",
		MDNode::get(v->getContext(), ArrayRef<Metadata *>()));
	return v;
}

static bool load(
	Look &look, IRBuilder<> &b, AllocaInst &a, std::vector<Value *> &words)
{
	uint64_t size = bytes_of(look, a), at = 0;
	Type *bare = PointerType::get(b.getInt8Ty(), 0);
	Value *start;

	if (!size || size > 8 * SCARP_TURN_MOST)
		return false;
	start = b.CreatePointerCast(&a, bare);
	while (at < size) {
		unsigned bytes = size - at >= 8	  ? 8
				 : size - at >= 4 ? 4
				 : size - at >= 2 ? 2
						  : 1;
		Type *type = b.getIntNTy(8 * bytes);
		Value *from = b.CreatePointerCast(
			b.CreateConstGEP1_64(b.getInt8Ty(), start, at),
			PointerType::get(type, 0));

		words.push_back(as_word(look, b,
			quietly(b.CreateAlignedLoad(type, from, Align(1)))));
		at += bytes;
	}
	return true;
}

static bool set_after(Look &look, const AllocaInst &a, Instruction *i)
{
	while ((i = i->getNextNode()))
		if (!isa<LoadInst>(i) && touches(look, *i, a))
			return true;
	return false;
}

/* What the loop carries round, told at b: at its head, or where it is entered,
 * before the load.  False: it is not all known. */
static bool carried(Look &look, Loop &l, const DominatorTree &dominators,
	const Reread &reread, bool entered, IRBuilder<> &b,
	std::vector<Value *> &words, const Counters &counters)
{
	for (PHINode &phi : l.getHeader()->phis()) {
		Value *value = &phi, *word;

		if (phi.use_empty() || steady(l, phi) || &phi == reread.value ||
			counters.all.count(&phi))
			continue;
		if (counts(l, phi))
			return false;
		if (entered)
			value = phi.getIncomingValueForBlock(
				l.getLoopPredecessor());
		if (entered && isa<Instruction>(value) &&
			!dominators.dominates(
				cast<Instruction>(value), reread.load))
			return false;
		if (!(word = as_word(look, b, value)))
			return false;
		words.push_back(word);
	}
	if (Loop *around = same(l)) /* it stores to all that this one does */
		return carried(look, *around, dominators, reread, entered, b,
			words, counters);
	for (BasicBlock &block : look.function)
		for (Instruction &i : block) {
			auto *a = dyn_cast<AllocaInst>(&i);

			if (!a || !look.hidden(a) || a == reread.value ||
				counters.all.count(a) || !changed_in(look, l, *a))
				continue;
			if (!is_volatile(look, *a) && !live(look, l.getHeader(), *a))
				continue;
			if ((entered && set_after(look, *a, reread.load)) ||
				!load(look, b, *a, words))
				return false;
		}
	return words.size() <= SCARP_TURN_MOST;
}

/* The loop's own counter in memory, as -O0 has it: i = i + 1. */
static bool counts_in_memory(
	Look &look, Loop &l, const Counters &counters)
{
	for (BasicBlock *b : l.blocks())
		for (Instruction &i : *b) {
			auto *store = dyn_cast<StoreInst>(&i);
			auto *sum = store ? dyn_cast<BinaryOperator>(
						    store->getValueOperand())
					  : nullptr;
			auto *from =
				sum ? dyn_cast<LoadInst>(sum->getOperand(0))
				    : nullptr;
			BasicBlock *latch = l.getLoopLatch();

			if (from && latch && b == latch &&
				sum->getOpcode() == Instruction::Add &&
				isa<ConstantInt>(sum->getOperand(1)) &&
				from->getPointerOperand() ==
					store->getPointerOperand() &&
				look.hidden(store->getPointerOperand()) &&
				!counters.all.count(store->getPointerOperand()))
				return true;
		}
	return false;
}

/* Statements that are made where somebody asks for turns. */
struct Asked {
	Instruction *before; /* the last one that is not; null: phi nodes */
	CallInst *call;
};

typedef std::vector<Asked> Questions;

/* Locals that are gone, and places that are set anew. */
struct Ranges {
	std::vector<AllocaInst *> gone;
	std::vector<Place> anew;
};

/* v, computed anew at b where the instruction `known` stands; null: it is not
 * known there. */
static Value *known_at(IRBuilder<> &b, Value *v,
	const DominatorTree &dominators, const Instruction *known)
{
	auto *made = dyn_cast<Instruction>(v);
	std::vector<Value *> operands;
	Instruction *copy;

	if (!known || !made || dominators.dominates(made, known))
		return v;
	if (!isa<GetElementPtrInst>(made) && !isa<CastInst>(made) &&
		!isa<BinaryOperator>(made))
		return nullptr;
	for (Value *o : made->operands()) {
		operands.push_back(known_at(b, o, dominators, known));
		if (!operands.back())
			return nullptr;
	}
	copy = made->clone();
	for (unsigned i = 0; i < operands.size(); i++)
		copy->setOperand(i, operands[i]);
	return b.Insert(copy);
}

/* Address and size of each, at b, where an instruction that stands at `known`
 * can be used; how many. */
static unsigned tell_ranges(Look &look, IRBuilder<> &b, const Ranges &ranges,
	const DominatorTree &dominators, const Instruction *known,
	std::vector<Value *> &words)
{
	Type *bare = PointerType::get(b.getInt8Ty(), 0);
	unsigned n = 0;

	for (AllocaInst *a : ranges.gone) {
		if (n == SCARP_TURN_MOST || !bytes_of(look, *a))
			continue;
		words.push_back(b.CreatePtrToInt(a, b.getInt64Ty()));
		words.push_back(b.getInt64(bytes_of(look, *a)));
		n++;
	}
	for (const Place &p : ranges.anew) {
		Value *base = n < SCARP_TURN_MOST
				      ? known_at(b, p.base, dominators, known)
				      : nullptr;

		if (!base)
			continue;
		words.push_back(b.CreatePtrToInt(
			b.CreateConstGEP1_64(b.getInt8Ty(),
				b.CreatePointerCast(base, bare),
				(uint64_t)p.offset),
			b.getInt64Ty()));
		words.push_back(b.getInt64(p.size | SCARP_TURN_ANEW));
		n++;
	}
	return n;
}

static CallInst *put(Look &look, Loop &l, IRBuilder<> &b, Value *when,
	unsigned number, std::vector<Value *> words, unsigned ranges,
	unsigned flags)
{
	unsigned values = (unsigned)words.size() - 2 * ranges;
	CallInst *call;

	if (flags & SCARP_TURN_COUNTED)
		words.insert(words.begin(),
			b.CreatePtrToInt(
				b.CreateIntrinsic(Intrinsic::frameaddress,
					{PointerType::get(b.getInt8Ty(), 0)},
					{b.getInt32(0)}),
				b.getInt64Ty())),
			values++;

	FunctionType *type = FunctionType::get(
		b.getVoidTy(), {b.getInt32Ty(), b.getInt32Ty()}, true);
	unsigned bits = SCARP_TURN_BITS;
	std::vector<Value *> arguments = {when,
		b.getInt32((uint32_t)(values | flags | ranges << bits |
				      (l.getLoopDepth() & 255) << 2 * bits |
				      number << 3 * bits))};

	arguments.insert(arguments.end(), words.begin(), words.end());
	call = b.CreateCall(
		look.module.getOrInsertFunction(SCARP_TURN, type), arguments);
	call->addFnAttr(Attribute::NoUnwind);
	return call;
}

static bool tell_entry(Look &look, Loop &l, const DominatorTree &dominators,
	const Reread &reread, const Ranges &told, unsigned number,
	Questions &asked)
{
	IRBuilder<> b(reread.load);
	Instruction *from = reread.load->getPrevNode();
	std::vector<Value *> words;
	unsigned ranges;

	if (!carried(look, l, dominators, reread, true, b, words, {}))
		return false;
	ranges = tell_ranges(look, b, told, dominators, reread.load, words);
	asked.push_back({from, put(look, l, b, b.getInt32(SCARP_TURN_ENTERS),
				       number, words, ranges,
				       SCARP_TURN_REREAD)});
	return true;
}

static PHINode *when(IRBuilder<> &b, Loop &l, const Reread &reread)
{
	BasicBlock *head = l.getHeader();
	Loop *around = same(l);
	Value *entered = b.getInt32(
		reread.load ? SCARP_TURN_ENTERED : SCARP_TURN_ENTERS);
	PHINode *phi;

	if (around)
		entered = when(b, *around, reread);
	phi = PHINode::Create(b.getInt32Ty(), 2, "", &head->front());
	for (BasicBlock *from : predecessors(head))
		phi->addIncoming(l.contains(from) ? b.getInt32(SCARP_TURN_AGAIN)
						  : entered,
			from);
	return phi;
}

static bool tell(Look &look, Loop &l, const DominatorTree &dominators,
	const Reread &reread, const Counters &counters, const Ranges &told,
	unsigned number, Questions &asked)
{
	BasicBlock *head = l.getHeader();
	IRBuilder<> b(head, head->getFirstInsertionPt());
	Instruction *from = head->getFirstInsertionPt()->getPrevNode();
	std::vector<Value *> words;
	unsigned flags = counters.all.empty()
				 ? reread.load ? SCARP_TURN_REREAD : 0
			 : leaves_something(look, l, counters)
				 ? SCARP_TURN_COUNTED | SCARP_TURN_LEAVES
				 : SCARP_TURN_COUNTED;
	unsigned ranges;

	if (from && isa<PHINode>(from))
		from = nullptr; /* more of them come */

	if (!carried(look, l, dominators, reread, false, b, words, counters))
		return false;
	ranges = tell_ranges(look, b, told, dominators, nullptr, words);
	b.SetCurrentDebugLocation(head->getFirstNonPHIOrDbg()->getDebugLoc());
	asked.push_back({from, put(look, l, b, when(b, l, reread), number,
				       words, ranges, flags)});
	return true;
}

namespace
{

struct Counted {
	Loop *l;
	unsigned number;
	std::vector<std::pair<BasicBlock *, BasicBlock *>> ways;
};

} // namespace

/* A block of its own on the way. */
static BasicBlock *between(BasicBlock *from, BasicBlock *to)
{
	auto *way = BasicBlock::Create(
		from->getContext(), "", from->getParent(), to);

	BranchInst::Create(to, way)->setDebugLoc(
		from->getTerminator()->getDebugLoc());
	from->getTerminator()->replaceSuccessorWith(to, way);
	for (PHINode &phi : to->phis()) {
		int n = phi.getBasicBlockIndex(from);

		phi.setIncomingBlock((unsigned)n, way);
		while ((n = phi.getBasicBlockIndex(from)) >= 0)
			phi.removeIncomingValue((unsigned)n, false);
	}
	return way;
}

/* Blocks change: after all calls at heads are there. */
static void tell_ways_out(Look &look, Counted &c, Questions &asked)
{
	SmallVector<Loop::Edge, 8> edges;

	c.l->getExitEdges(edges);
	for (const Loop::Edge &e : edges)
		c.ways.push_back({const_cast<BasicBlock *>(e.first),
			const_cast<BasicBlock *>(e.second)});
	for (auto &e : c.ways) {
		BasicBlock *way = between(e.first, e.second);
		IRBuilder<> b(way, way->getFirstInsertionPt());

		b.SetCurrentDebugLocation(
			e.first->getTerminator()->getDebugLoc());
		asked.push_back({nullptr,
			put(look, *c.l, b, b.getInt32(SCARP_TURN_LEFT),
				c.number, {}, 0, SCARP_TURN_COUNTED)});
	}
}

static Value *question(Module &module)
{
	Type *byte = Type::getInt8Ty(module.getContext());
	GlobalVariable *g = module.getNamedGlobal(SCARP_TURNS);

	if (g)
		return g;
	/* Constant, so it gets no hook. */
	g = new GlobalVariable(module, byte, true, GlobalValue::ExternalLinkage,
		nullptr, SCARP_TURNS);
	/* The executable defines it. */
	g->setDSOLocal(module.getPICLevel() == PICLevel::NotPIC ||
		       module.getPIELevel() != PIELevel::Default);
	return g;
}

/* if (__scarp_turns) { instructions up to the call } */
static void ask(Look &look, const Asked &a)
{
	BasicBlock *head = a.call->getParent(), *then, *rest;
	/* Another question may have split it. */
	Instruction *first = a.before && a.before->getParent() == head
				     ? a.before->getNextNode()
				     : head->getFirstNonPHI();
	LLVMContext &context = look.module.getContext();
	Type *byte = Type::getInt8Ty(context);

	then = head->splitBasicBlock(first);
	rest = then->splitBasicBlock(a.call->getNextNode());
	head->getTerminator()->eraseFromParent();
	IRBuilder<> b(head);
	/* Volatile: a comparison in each place, and no register kept for it. */
	b.CreateCondBr(
		b.CreateICmpNE(b.CreateLoad(byte, question(look.module), true),
			ConstantInt::get(byte, 0)),
		then, rest, MDBuilder(context).createBranchWeights(1, 1 << 20));
}

void loops(Look &look)
{
	DominatorTree dominators(look.function);
	LoopInfo info(dominators);
	std::vector<Reread> reread;
	std::vector<Ranges> ranges;
	SmallPtrSet<Loop *, 8> told; /* by one inside that is the same */
	std::vector<Loop *> all;
	std::vector<Counted> counted;
	Questions asked;
	unsigned n = 0;

	/* Before the calls, which look as if they touched memory. */
	for (Loop *l : info.getLoopsInPreorder()) {
		Loop *around = same(*l);

		/* Two inside one are one each. */
		if (around && !told.insert(around).second)
			around = nullptr;
		reread.push_back(around ? Reread() : find_reread(look, *l));
		ranges.push_back({same(*l) ? std::vector<AllocaInst *>()
					   : gone(look, *l),
			set_anew(look, *l, whole(*l))});
		all.push_back(l);
	}
	for (Loop *l : all) {
		const Ranges &also = ranges[n];
		Reread &r = reread[n++];
		Counters counters;

		if (told.count(l) || !regular(*l) || !regular(whole(*l)) ||
			!looks(look, *l) || n > SCARP_TURN_LOOPS)
			continue;
		counters = find_counters(look, *l, dominators);
		if (counts_in_memory(look, whole(*l), counters))
			continue;
		if (r.load && (!counters.all.empty() ||
				      !tell_entry(look, *l, dominators, r, also,
					      n, asked)))
			r = Reread();
		if (tell(look, *l, dominators, r, counters, also, n, asked) &&
			!counters.all.empty())
			counted.push_back({l, n, counters.ways});
	}
	for (Counted &c : counted)
		tell_ways_out(look, c, asked);
	/* Last: blocks are no longer what the loops know. */
	for (const Asked &a : asked)
		ask(look, a);
}

} // namespace scarp
