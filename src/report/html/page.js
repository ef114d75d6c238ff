/* SPDX-License-Identifier: MIT */
/* page.js - shows the steps of a bug
 *
 * What html.c has written is in #data.  A step: t thread, w what, k its number
 * in the table (0: the table has it without one; absent: it is folded), x flags,
 * y and z why the thread changes before it (folded, and with all steps), r rounds
 * left out before it, f l file and line, s stack, o v c object, value, it changed,
 * u names whose value is not known from here on, h g lock that it took, gave, hr as
 * a reader.  All texts become text nodes:
 * nothing from the test is ever markup.
 *
 * The nearest execution that does not fail is told in the same way, if there is
 * one: the page shows either (`runs`, `side`), or both beside each other.
 *
 * Only the rows that can be seen are in the document, so that the number of
 * steps does not matter.
 */
"use strict";
(function () {
const FAILED = 1, BLOCKED = 2, INTERNAL = 4;
const ROW = 24, NUMBER = 48, NARROW = 30, DOT = 14, WIDE = 170;
const island = JSON.parse(document.getElementById("data").textContent);
const data = island.rest, threads = data.threads || [], passing = data.passing;
/* The execution that fails, and the one that does not.  What only the first one
 * has is empty in the second: what passes between its threads, who waits. */
const runs = [{steps: island.steps, pair: data.pair || [], arrows: data.arrows || [], waits: data.waits || []}];
if (passing)
	runs.push({steps: passing.steps, pair: passing.pair || [], arrows: [], waits: []});
let side = 0, besides = false;
let steps = runs[0].steps, pair = runs[0].pair;
const $ = id => document.getElementById(id);
const lane = new Map(); // of a thread
const open = new Set(); // folds, by their first step
let marked = new Set(); // the decisive steps
let address = 0; // a timer
let all = false, view = [], place = [], at = 0, tab = "values", tabs = [];

function el(name, attributes, ...children) {
	const e = document.createElement(name);
	for (const [key, value] of Object.entries(attributes || {})) {
		if (key === "click")
			e.addEventListener("click", value);
		else
			e.setAttribute(key, value);
	}
	for (const child of children)
		if (child !== null && child !== undefined)
			e.append(child); // a string becomes text
	return e;
}

function svg(name, attributes, text) {
	const e = document.createElementNS("http://www.w3.org/2000/svg", name);
	for (const [key, value] of Object.entries(attributes || {}))
		e.setAttribute(key, value);
	if (text !== undefined)
		e.textContent = text;
	return e;
}

function link(text, step) {
	return el("a", {class: "go", click: () => go(step)}, text);
}

const shown = s => s.k !== undefined;
const threadName = t => "T" + t;
const number = i => shown(steps[i]) && steps[i].k ? "step " + steps[i].k : "here";

/* ---- what there is to be seen, a row each: a step, a note or a fold ---- */

function plan() {
	const used = new Set(runs.flatMap(run => run.steps.map(s => s.t)));

	for (const t of threads)
		if (used.has(t.t))
			lane.set(t.t, lane.size);
	for (const s of runs.flatMap(run => run.steps)) // one that the list has not
		if (!lane.has(s.t))
			lane.set(s.t, lane.size);
	layOut();
}

/* Both, row by row up to where they part, and each from there on. */
function layOutBoth() {
	const seen = s => s && (all || shown(s) || (s.x || 0) & FAILED);
	const [a, b] = runs.map(run => run.steps), n = passing.common;
	const rest = [a, b].map(list => [...list.keys()].filter(i => i >= n && seen(list[i])));

	view = [];
	for (let i = 0; i < n; i++)
		if (seen(a[i]) || seen(b[i]))
			view.push({both: [i, i]});
	view.push({note: "here they part", parts: true});
	for (let k = 0; k < Math.max(rest[0].length, rest[1].length); k++)
		view.push({both: rest.map(list => k < list.length ? list[k] : -1)});
	place = new Array(steps.length).fill(-1);
	view.forEach((v, n) => { if (v.both && v.both[side] >= 0) place[v.both[side]] = n; });
}

const stepOf = v => v.both ? (v.both[side] >= 0 ? v.both[side] : undefined) : v.step;

function layOut() {
	if (besides)
		layOutBoth();
	else
		layOutOne();
	$("space").style.height = view.length * ROW + "px";
	$("fold").textContent = all ? "only what matters" : "all steps";
	drawHeads();
	draw();
}

function layOutOne() {
	let last = null;

	view = [];
	place = new Array(steps.length).fill(-1);
	for (let i = 0; i < steps.length; i++) {
		let end = i;

		if (!all && !shown(steps[i])) {
			while (end < steps.length && !shown(steps[end]))
				end++;
			view.push({fold: i, end: end, rounds: (end < steps.length && steps[end].r) || ""});
			if (!open.has(i)) {
				i = end - 1;
				continue;
			}
		}
		for (end = Math.max(end, i + 1); i < end; i++) {
			const s = steps[i];
			const why = all || !shown(s) || (last !== null && !shown(steps[last])) ? s.z : s.y;

			if (s.r && !all && !(i > 0 && !shown(steps[i - 1])))
				for (const line of s.r.split("\n"))
					view.push({note: line});
			if (why && view.length)
				view.push({note: why});
			place[i] = view.length;
			view.push({step: i});
			last = i;
		}
		i--;
	}
}

/* ---- lanes ---- */

/* Columns with text as long as there is room; else a narrow lane each, and the
 * text behind them. */
let width = 0; // asked for seldom: it is laid out for that
const measure = () => { width = $("rows").clientWidth; };
const room = () => width - NUMBER;
const columns = () => lane.size * WIDE <= room();

function x(thread) {
	const n = lane.get(thread), wide = columns();

	return NUMBER + DOT + n * (wide ? room() / lane.size : NARROW);
}

const MOST_LANES = () => Math.max(1, Math.floor(room() * 0.6 / NARROW));

function drawHeads() {
	const heads = $("heads"), wide = columns();

	heads.replaceChildren(el("div", {class: "n"}, "step"));
	if (besides) {
		["the execution that fails", "the nearest that does not"].forEach((text, k) =>
			heads.append(el("div", {class: k === side ? "on" : ""}, text)));
		return;
	}
	for (const [t, n] of lane) {
		const known = threads.find(one => one.t === t);
		const name = known ? known.name : threadName(t);

		if (!wide && n >= MOST_LANES())
			break;
		heads.append(el("div", {class: wide ? "" : "narrow",
			title: known && known.at ? name + ", created by " + threadName(known.by) + " at " + known.at : name},
			wide ? name : threadName(t)));
	}
	if (!wide)
		heads.append(el("div", {}, ""));
}

function stepRow(i) {
	const s = steps[i], wide = columns(), most = MOST_LANES();
	const kind = ["row"];
	const flags = s.x || 0;

	if (!shown(s))
		kind.push("folded");
	if (flags & FAILED)
		kind.push("bad");
	else if (marked.has(i))
		kind.push("pair");
	if (i === at)
		kind.push("here");
	const row = el("div", {class: kind.join(" "), "data-step": i, click: () => go(i)},
		el("div", {class: "n"}, flags & FAILED ? ">>" : s.k ? String(s.k) : ""));
	for (const [t, n] of lane) {
		if (!wide && n >= most)
			break;
		const cell = el("div", {class: wide ? "cell" : "cell narrow"});
		if (t === s.t) {
			cell.append(el("span", {class: flags & BLOCKED ? "dot hollow" : "dot"}));
			if (wide) {
				cell.append(s.w || "");
				cell.title = s.w || "";
			}
		}
		row.append(cell);
	}
	if (!wide)
		row.append(el("div", {class: "text", title: s.w || ""},
			threadName(s.t) + "  " + (s.w || "")));
	return row;
}

/* A step of each. */
function bothRow(v) {
	const n = v.both[side] >= 0 ? v.both[side] : v.both[1 - side];
	const mine = runs[v.both[side] >= 0 ? side : 1 - side].steps[n];
	const row = el("div", {class: "row both"}, el("div", {class: "n"}, (mine.x || 0) & FAILED ? ">>" : mine.k ? String(mine.k) : ""));

	v.both.forEach((i, k) => {
		const run = runs[k], s = run.steps[i], kind = ["half"];

		if (!s) {
			row.append(el("div", {class: "half none"}));
			return;
		}
		if ((s.x || 0) & FAILED)
			kind.push("bad");
		else if (run.pair.includes(i))
			kind.push("pair");
		if (k === side && i === at)
			kind.push("here");
		const text = threadName(s.t) + "  " + (s.w || "");
		row.append(el("div", {class: kind.join(" "), "data-side": k, "data-step": i, title: text,
			click: () => { if (k !== side) turn(i); else go(i); }}, text));
	});
	return row;
}

function viewRow(n) {
	const v = view[n];
	let row;

	if (v.both) {
		row = bothRow(v);
	} else if (v.step !== undefined) {
		row = stepRow(v.step);
	} else if (v.note !== undefined) {
		row = el("div", {class: v.parts ? "note parts" : "note", title: v.note}, el("span", {}, v.note));
	} else {
		const many = v.end - v.fold, is = open.has(v.fold);
		row = el("div", {class: "note opens", "data-fold": v.fold, click: () => toggle(v.fold)},
			el("span", {}, (is ? "\u25be " : "\u25b8 ") + many + (many === 1 ? " step" : " steps") +
			" with no direct effect on another thread" + (v.rounds ? ": " + v.rounds.replace(/\n/g, "; ") : "")));
	}
	row.style.top = n * ROW + "px";
	return row;
}

function draw() {
	const rows = $("rows"), space = $("space");
	const from = Math.max(0, Math.floor(rows.scrollTop / ROW) - 10);
	const to = Math.min(view.length, Math.ceil((rows.scrollTop + rows.clientHeight) / ROW) + 10);
	const seen = [];

	for (let n = from; n < to; n++)
		seen.push(viewRow(n));
	space.replaceChildren($("arrows"), ...seen);
	drawArrows(from, to);
}

/* ---- arrows: what one thread did passes to another ---- */

function marker(kind) {
	const m = svg("marker", {id: "head-" + kind, class: kind, viewBox: "0 0 8 8", refX: 7, refY: 4,
		markerWidth: 8, markerHeight: 8, orient: "auto", markerUnits: "userSpaceOnUse"});
	m.append(svg("path", {d: "M0 0L8 4L0 8z"}));
	return m;
}

function arrow(from, to, kind, value) {
	const ax = x(steps[from].t), ay = place[from] * ROW + ROW / 2;
	const bx = x(steps[to].t), by = place[to] * ROW + ROW / 2;
	const side = Math.sign(bx - ax) * 6;
	const down = Math.min(12, Math.max(1, by - ay) / 2);
	const d = `M${ax} ${ay + 4}C${ax} ${ay + down + 6} ${bx - side * 3} ${by - down} ${bx - side} ${by - 2}`;
	const p = svg("path", {d: d, class: kind + (value ? " v" : ""),
		"marker-end": "url(#head-" + (kind || "plain") + ")"});
	return p;
}

function drawArrows(from, to) {
	const box = $("arrows"), a = besides ? [] : runs[side].arrows, wide = columns(), most = MOST_LANES();
	const defs = svg("defs"), lanes = [], plain = [], strong = [];
	let many = 0;

	box.setAttribute("height", view.length * ROW);
	defs.append(marker("plain"), marker("on"), marker("pair"));
	const hidden = t => !wide && lane.get(t) >= most;
	for (const t of lane.keys())
		if (!besides && !hidden(t))
			lanes.push(svg("path", {class: "lane", d: `M${x(t) + .5} ${from * ROW}V${to * ROW}`}));
	for (let k = 0; k < a.length; k += 3) {
		const p = place[a[k]], q = place[a[k + 1]], mine = a[k] === at || a[k + 1] === at;
		if (p < 0 || q < 0 || q < from || p > to || hidden(steps[a[k]].t) || hidden(steps[a[k + 1]].t))
			continue;
		if (mine)
			strong.push(arrow(a[k], a[k + 1], "on", a[k + 2]));
		else if (many++ < 400 && q - p < 60)
			plain.push(arrow(a[k], a[k + 1], "", a[k + 2]));
	}
	for (let k = 0; k + 1 < pair.length && !besides; k++)
		if (pair[k] >= 0 && pair[k + 1] >= 0 && steps[pair[k]].t !== steps[pair[k + 1]].t && place[pair[k]] >= 0 &&
			place[pair[k + 1]] >= 0 && !hidden(steps[pair[k]].t) && !hidden(steps[pair[k + 1]].t))
			strong.push(arrow(pair[k], pair[k + 1], "pair", 0));
	box.replaceChildren(defs, ...lanes, ...plain, ...strong);
}

/* ---- the cursor ---- */

function reveal(i) {
	if (place[i] < 0 && besides) { // of those that are folded
		all = true;
		layOut();
	} else if (place[i] < 0) { // in a fold that is closed
		let first = i;

		while (first > 0 && !shown(steps[first - 1]))
			first--;
		open.add(first);
		layOut();
	}
	const rows = $("rows"), y = place[i] * ROW, margin = Math.min(4 * ROW, rows.clientHeight / 3);

	if (y < rows.scrollTop + margin)
		rows.scrollTop = y - margin;
	else if (y + ROW > rows.scrollTop + rows.clientHeight - margin)
		rows.scrollTop = y + ROW - rows.clientHeight + margin;
}

function go(i) {
	if (!(i >= 0 && i < steps.length))
		return;
	at = i;
	reveal(i);
	draw();
	drawStep();
	drawSource();
	drawTab();
	clearTimeout(address); // a key that is held down goes too fast for browsers
	address = setTimeout(() => history.replaceState(null, "", "#" + at), 300);
}

function toggle(fold) {
	const row = view.findIndex(v => v.fold === fold);

	if (open.has(fold))
		open.delete(fold);
	else
		open.add(fold);
	layOut();
	if (place[at] < 0) // it was inside
		go(Math.max(0, fold - 1));
	else if (row >= 0)
		draw();
}

/* The next row that is a step, up or down, of one thread or of any. */
function move(by, thread) {
	for (let n = place[at] + by; n >= 0 && n < view.length; n += by) {
		const step = stepOf(view[n]);

		if (step !== undefined && (thread === undefined || steps[step].t === thread)) {
			go(step);
			return;
		}
	}
}

function ends(last) {
	for (let n = last ? view.length - 1 : 0; n >= 0 && n < view.length; n += last ? -1 : 1)
		if (stepOf(view[n]) !== undefined) {
			go(stepOf(view[n]));
			return;
		}
}

/* To the other execution: to that step, or to the one beside this, or where it
 * parts. */
function turn(step) {
	if (!passing)
		return;
	const here = view[place[at]], other = 1 - side;
	let to = step;

	if (to === undefined && here && here.both && here.both[other] >= 0)
		to = here.both[other];
	if (to === undefined)
		to = at < passing.common ? at : Math.min(passing.common, runs[other].steps.length - 1);
	side = other;
	steps = runs[side].steps;
	pair = runs[side].pair;
	marked = new Set(decisive());
	open.clear();
	at = to;
	$("turn").textContent = side ? "the one that fails" : "the one that passes";
	layOut();
	go(to);
}

function showBoth() {
	if (!passing)
		return;
	besides = !besides;
	$("both").setAttribute("aria-pressed", String(besides));
	layOut();
	go(at);
}

function failure() {
	for (let i = steps.length - 1; i >= 0; i--)
		if ((steps[i].x || 0) & FAILED)
			return i;
	return steps.length - 1;
}

/* From one to the next, round and round. */
function nextOfPair() {
	const some = [...marked];

	if (some.length)
		go(some.find(i => i > at) ?? some[0]);
}

/* Where the locks of a deadlock were taken that others wait for. */
function taken(wait) {
	for (let i = steps.length - 1; i >= 0 && wait.h !== undefined; i--)
		if (steps[i].h === wait.h && steps[i].t === wait.by)
			return i;
	return -1;
}

function decisive() {
	const some = pair.filter(i => i >= 0);

	for (const w of runs[side].waits)
		if (taken(w) >= 0)
			some.push(taken(w));
	return [...new Set(some)].sort((a, b) => a - b);
}

function search(text, back) {
	const want = text.toLowerCase(), n = steps.length;
	let count = 0, next = -1;

	for (let k = 1; k <= n && want; k++) {
		const i = ((back ? at - k : at + k) % n + n) % n;

		if ((steps[i].w || "").toLowerCase().includes(want)) {
			count++;
			if (next < 0)
				next = i;
		}
	}
	$("found").textContent = want ? count + " found" : "";
	if (next >= 0)
		go(next);
}

/* ---- beside it ---- */

function drawStep() {
	const s = steps[at], box = $("step"), flags = s.x || 0;
	const known = threads.find(one => one.t === s.t);
	const file = s.f !== undefined ? data.files[s.f].p + ":" + s.l : "";

	box.replaceChildren(
		el("div", {}, (s.k ? "step " + s.k + " of " : "a step of ") + (known ? known.name : threadName(s.t)) +
			(file ? ", " + file : "") + (flags & INTERNAL ? ", made for it" : "")),
		el("b", {}, s.w || ""));
	if (s.z)
		box.append(el("div", {class: "why"}, "before it: " + s.z));
	for (const [text, other] of neighbours(at))
		box.append(el("div", {}, text + " ", link(steps[other].w || "there", other),
			" of " + threadName(steps[other].t)));
}

/* What came to it, and where it goes. */
function neighbours(i) {
	const a = runs[side].arrows, some = [];

	for (let k = 0; k < a.length && some.length < 6; k += 3) {
		if (a[k + 1] === i)
			some.push([a[k + 2] ? "what it finds is from" : "ordered after", a[k]]);
		else if (a[k] === i)
			some.push([a[k + 2] ? "is found by" : "ordered before", a[k + 1]]);
	}
	return some;
}

/* Where each thread is at the cursor: its last step so far. */
function positions() {
	const where = new Map();

	for (let i = at; i >= 0 && where.size < lane.size; i--)
		if (!where.has(steps[i].t) && steps[i].f !== undefined)
			where.set(steps[i].t, steps[i]);
	return where;
}

const few = names => names.length > 2 ? names[0] + " +" + (names.length - 1) : names.join(" ");

function drawSource(file, line) {
	const s = steps[at], box = $("source");
	const f = file !== undefined ? file : s.f, here = line !== undefined ? line : s.l;

	if (f === undefined || f < 0) {
		box.replaceChildren(el("div", {class: "name"}, "no source line is known here"));
		return;
	}
	const who = new Map();
	for (const [t, step] of positions())
		if (step.f === f)
			who.set(step.l, (who.get(step.l) || []).concat(threadName(t)));
	const lines = [el("div", {class: "name"}, data.files[f].p)];
	let focus = null;
	for (const part of data.files[f].l) {
		if (lines.length > 1 || part[0] > 1)
			lines.push(el("div", {class: "gap"}, "\u22ee"));
		for (let k = 1; k < part.length; k++) {
			const no = part[0] + k - 1;
			const one = el("div", {class: no === here ? "l here" : "l"},
				el("span", {class: "who", title: (who.get(no) || []).join(" ")}, few(who.get(no) || [])),
				el("span", {class: "no"}, String(no)), el("span", {}, part[k]));
			if (no === here)
				focus = one;
			lines.push(one);
		}
	}
	if (data.files[f].l.length === 0)
		lines.push(el("div", {class: "gap"}, "line " + here + ": the file could not be read"));
	box.replaceChildren(...lines);
	box.scrollLeft = 0;
	if (focus)
		box.scrollTop = focus.offsetTop - box.offsetTop - box.clientHeight / 2;
}

function table(head, rows) {
	return el("table", {}, el("tr", {}, ...head.map(text => el("th", {}, text))), ...rows);
}

function valuesTab() {
	const last = new Map(), rows = [];

	for (let i = 0; i <= at; i++) {
		const s = steps[i];
		for (const name of s.u || [])
			last.set(name, {v: "?", i: i, by: i});
		if (s.o !== undefined) {
			const was = last.get(s.o);
			last.set(s.o, {v: s.v, i: i, by: s.c ? i : was ? was.by : undefined});
		}
	}
	for (const [name, one] of [...last].sort((a, b) => b[1].i - a[1].i).slice(0, 200))
		rows.push(el("tr", {class: one.i === at ? "now" : ""}, el("td", {class: "m"}, name),
			el("td", {class: "m"}, one.v),
			el("td", {}, one.by === undefined ? "" : link(threadName(steps[one.by].t) + ", " + number(one.by), one.by))));
	return rows.length ? [table(["what", "value here", "changed last by"], rows)]
		: [el("p", {}, "No value has been read or written up to this step, of what several threads touch.")];
}

function locksTab() {
	const held = new Map(), rows = [];

	for (let i = 0; i <= at; i++) {
		const s = steps[i];
		if (s.h !== undefined)
			held.set(s.t + " " + s.h, i);
		if (s.g !== undefined)
			held.delete(s.t + " " + s.g);
	}
	for (const i of held.values())
		rows.push(el("tr", {class: steps[i].t === steps[at].t ? "now" : ""}, el("td", {class: "m"}, data.locks[steps[i].h]),
			el("td", {}, threadName(steps[i].t) + (steps[i].hr ? ", to read" : "")),
			el("td", {}, link(number(i), i))));
	return rows.length ? [table(["lock", "held by", "since"], rows)]
		: [el("p", {}, "No lock is held at this step.")];
}

function frames(list) {
	return el("table", {}, ...list.map(f => {
		const where = f[1] >= 0 ? data.files[f[1]].p + ":" + f[2] : f[3] || "";
		return el("tr", {}, el("td", {class: "m"}, f[0] || "?"), el("td", {},
			f[1] >= 0 ? el("a", {class: "go", click: () => drawSource(f[1], f[2])}, where) : where));
	}));
}

function stackTab() {
	const s = steps[at], parts = [];

	if (s.s !== undefined && s.s >= 0 && data.stacks[s.s].length)
		parts.push(el("h2", {}, "call stack of " + threadName(s.t) + " at this step"), frames(data.stacks[s.s]));
	if (data.stack && data.stack.length)
		parts.push(el("h2", {}, "where it failed"), frames(data.stack));
	if (data.second && data.second.length)
		parts.push(el("h2", {}, data.second_is), frames(data.second));
	return parts.length ? parts : [el("p", {}, "No call stack is known here.")];
}

function racesTab() {
	return data.races.map(r => {
		const sides = [r.one, r.two].map(s => {
			const line = el("div", {}, threadName(s.t) + " " + s.does + " at ");
			line.append(s.f >= 0 ? el("a", {class: "go", click: () => drawSource(s.f, s.l)}, s.where) : s.where);
			if (s.locks.length)
				line.append(", holding " + s.locks.join(", "));
			s.steps.slice(0, 8).forEach((i, n) => line.append(n ? ", " : "; ",
				link((steps[i].k ? "step " + steps[i].k : "a folded step") +
					(steps[i].t === s.t ? "" : " of " + threadName(steps[i].t)), i)));
			if (s.steps.length > 8)
				line.append(" and " + (s.steps.length - 8) + " more");
			return line;
		});
		return el("div", {class: "race"}, el("div", {}, "on " + r.on), ...sides, el("div", {}, el("em", {}, r.came)));
	});
}

/* Who waits for whom in a circle: threads and what they wait for, by turns. */
function circle() {
	const by = new Map(data.waits.filter(w => w.by !== undefined).map(w => [w.t, w]));

	for (const start of by.keys()) {
		const seen = [];
		for (let t = start; by.has(t) && !seen.includes(t); t = by.get(t).by) {
			seen.push(t);
			if (by.get(t).by === start)
				return seen.map(one => by.get(one));
		}
	}
	return [];
}

function short(text) {
	return text.length > 22 ? text.slice(0, 10) + "\u2026" + text.slice(-11) : text;
}

function drawCircle(waits) {
	const W = 460, n = 2 * waits.length, rows = waits.length;
	const H = n > 4 ? 90 * rows : 210;
	const box = svg("svg", {viewBox: `0 0 ${W} ${H}`, class: "cycle", role: "img"});
	// Of more than four, half go up on the left and half down on the right: boxes are wide.
	const spot = k => {
		const angle = Math.PI + 2 * Math.PI * k / n, left = k % n < rows, up = k % n % rows;
		return n > 4 ? [left ? 90 : W - 90, 45 + 90 * (left ? rows - 1 - up : up)] :
			[W / 2 + (W / 2 - 90) * Math.cos(angle), H / 2 + (H / 2 - 36) * Math.sin(angle)];
	};
	const defs = svg("defs"), edges = svg("g"), nodes = svg("g"), words = svg("g");

	defs.append(marker("cycle"));
	for (let k = 0; k < n; k++) {
		const [ax, ay] = spot(k), [bx, by] = spot(k + 1);
		const dx = bx - ax, dy = by - ay, length = Math.hypot(dx, dy) || 1;
		const w = waits[k >> 1], isThread = k % 2 === 0;
		// from the border of one box to that of the other
		const reach = (ux, uy) => Math.min(78 / Math.abs(ux || 1e-9), 22 / Math.abs(uy || 1e-9));
		const r = reach(dx / length, dy / length);
		edges.append(svg("path", {class: "e", "marker-end": "url(#head-cycle)",
			d: `M${ax + dx / length * r} ${ay + dy / length * r}L${bx - dx / length * r} ${by - dy / length * r}`}));
		words.append(svg("text", {class: "small", x: (ax + bx) / 2, y: (ay + by) / 2},
			isThread ? "waits for" : w.on ? "held by" : "of"));
		const i = isThread ? lastOf(w.t) : taken(w);
		const g = svg("g", i >= 0 ? {"data-step": i} : {});
		if (i >= 0)
			g.addEventListener("click", () => go(i));
		g.append(svg("rect", {class: isThread ? "thread" : "lock", x: ax - 76, y: ay - 18, width: 152, height: 36,
			rx: isThread ? 18 : 4}));
		g.append(svg("text", {x: ax, y: ay}, short(isThread ? w.who : w.on || "the end")));
		nodes.append(g);
	}
	box.append(defs, edges, words, nodes);
	return box;
}

function lastOf(t) {
	for (let i = steps.length - 1; i >= 0; i--)
		if (steps[i].t === t)
			return i;
	return -1;
}

function waitsTab() {
	const round = circle(), parts = [];

	if (round.length)
		parts.push(drawCircle(round));
	for (const w of data.waits) {
		const line = el("p", {}, link(w.who, lastOf(w.t)), " " + (w.what || "has ended"));
		const i = taken(w);
		const [, file, row] = (w.stack && w.stack[w.f]) || [0, -1];
		if (file >= 0)
			line.append(" (" + (w.op ? w.op + " " : "") + "at ",
				el("a", {class: "go", click: () => drawSource(file, row)}, data.files[file].p + ":" + row), ")");
		if (i >= 0)
			line.append("; ", link("taken there", i));
		parts.push(line);
	}
	return parts;
}

/* State spaces of the search: each below the smallest one that it is a part of. */
function searchTab() {
	const below = new Map(), rows = [];

	data.spaces.forEach((one, i) => below.set(one.in, (below.get(one.in) || []).concat(i)));
	const add = (i, depth) => {
		const one = data.spaces[i];
		rows.push(el("tr", {class: one.is === "bug" ? "bug" : one.proven ? "proven" : one.n ? "" : "none"},
			el("td", {style: "padding-left:" + depth * 14 + "px"}, (depth ? "\u2514 " : "") + one.w),
			el("td", {}, one.is === "bug" ? "a bug" : one.proven ? "proven" : one.is), el("td", {}, one.n ? String(one.n) : "")));
		(below.get(i) || []).forEach(next => add(next, depth + 1));
	};
	(below.get(-1) || []).forEach(i => add(i, 0));
	return [el("p", {}, "Threads were switched before these operations and accesses; what hangs from another one is a part of it."),
		table(["state space", "", "executions"], rows)];
}

function objectsTab() {
	return [table(["name", "what it is"], data.objects.map(o =>
		el("tr", {}, el("td", {class: "m"}, o[0]), el("td", {}, o[1]))))];
}

function printedTab() {
	return [el("pre", {}, data.printed.join("\n"))];
}

function aboutTab() {
	const lines = [];

	if (data.command)
		lines.push(el("p", {}, "to see it happen again:"), el("pre", {}, data.command));
	if (data.code)
		lines.push(el("p", {}, data.code + " in general: " + data.means));
	lines.push(el("p", {}, steps.length + " steps of execution " + data.execution +
		"; those without a number have no direct effect on another thread and are folded. " +
		"What only one thread ever touches is not here."));
	if (data.dropped)
		lines.push(el("p", {}, data.dropped + " more operations were not recorded."));
	if (data.data_lost)
		lines.push(el("p", {}, data.data_lost + " older accesses to data were not kept."));
	if (data.unconfirmed)
		lines.push(el("p", {}, "not confirmed: " + data.unconfirmed));
	lines.push(el("p", {}, "A full arrow: the first synchronises with the second, and so comes before it. A dotted one: " +
		"the second finds what the first has left; that alone orders nothing. By scarp " + data.scarp + "."));
	return lines;
}

function planTabs() {
	const some = n => n && n.length;

	if (some(data.waits))
		tabs.push(["waits", "who waits", waitsTab]);
	tabs.push(["values", "values", valuesTab], ["locks", "locks", locksTab], ["stack", "stacks", stackTab]);
	if (some(data.races))
		tabs.push(["races", "races (" + data.races.length + ")", racesTab]);
	if (some(data.spaces))
		tabs.push(["search", "search", searchTab]);
	if (some(data.objects))
		tabs.push(["objects", "objects", objectsTab]);
	if (some(data.printed))
		tabs.push(["printed", "output", printedTab]);
	tabs.push(["about", "about", aboutTab]);
	tab = tabs[0][0];
}

/* Who waits and what races is told of the execution that fails. */
const ofSide = () => tabs.filter(one => !side || (one[0] !== "waits" && one[0] !== "races"));

function drawTab() {
	if (!ofSide().some(one => one[0] === tab))
		tab = "values";
	$("tabs").replaceChildren(...ofSide().map(([name, text]) => el("button", {role: "tab", "data-tab": name,
		"aria-selected": String(name === tab), click: () => { tab = name; drawTab(); }}, text)));
	$("tab").replaceChildren(...tabs.find(one => one[0] === tab)[2]());
}

/* ---- the whole ---- */

function head() {
	const known = threads.find(one => one.t === data.thread);

	document.title = data.title || "scarp";
	$("title").textContent = data.title || "";
	$("about").textContent = [data.where ? "at " + data.where : "", known ? "in thread " + known.name : "",
		data.about ? "about " + data.about : "", "execution " + data.execution].filter(Boolean).join("; ");
	if (!marked.size)
		$("to-pair").hidden = true;
	$("turn").hidden = $("both").hidden = !passing;
	$("pair").append([data.late, data.decisive].filter(Boolean).join(" "));
}

const KEYS = [["j k, arrows", "next, previous step"], ["n p", "next, previous step of the same thread"],
	["Home End", "first, last step"], ["Page up, down", "ten steps"], ["f", "the failure"],
	["d", "the next of the decisive steps"], ["s", "the nearest execution that passes beside it, or not"], ["x", "to the other one of the two"],
	["o, Enter", "open or close the fold before this step"],
	["a", "all steps, or only what matters"], ["/", "search; Enter: the next, with shift the one before"],
	["1 2 ...", "what stands below the source"], ["?", "this"], ["Esc", "away with it"]];

function help() {
	const box = $("help");

	box.replaceChildren(el("table", {}, ...KEYS.map(([keys, text]) => el("tr", {}, el("td", {}, el("kbd", {}, keys)),
		el("td", {}, text)))), el("button", {click: () => box.close()}, "close"));
	if (!box.open)
		box.showModal();
}

/* The fold that the cursor is in, else the nearest one above it. */
function toggleHere() {
	for (let n = place[at]; n >= 0; n--)
		if (view[n].fold !== undefined) {
			toggle(view[n].fold);
			return;
		}
}

function showAll() {
	all = !all;
	layOut();
	if (place[at] < 0)
		open.clear();
	reveal(at);
	draw();
}

function key(event) {
	const c = event.key;

	if (event.ctrlKey || event.metaKey || event.altKey || $("help").open)
		return;
	if (event.target === $("search")) {
		if (c === "Enter")
			search($("search").value, event.shiftKey);
		else if (c === "Escape")
			$("rows").focus();
		return;
	}
	if (c === "j" || c === "ArrowDown") move(1);
	else if (c === "k" || c === "ArrowUp") move(-1);
	else if (c === "n") move(1, steps[at].t);
	else if (c === "p") move(-1, steps[at].t);
	else if (c === "Home" || c === "g") ends(false);
	else if (c === "End" || c === "G") ends(true);
	else if (c === "PageDown") for (let i = 0; i < 10; i++) move(1);
	else if (c === "PageUp") for (let i = 0; i < 10; i++) move(-1);
	else if (c === "f") go(failure());
	else if (c === "d") nextOfPair();
	else if (c === "s") showBoth();
	else if (c === "x") turn();
	else if (c === "o" || (c === "Enter" && event.target.tagName !== "BUTTON")) toggleHere();
	else if (c === "a") showAll();
	else if (c === "/") $("search").focus();
	else if (c === "?") help();
	else if (c >= "1" && c <= "9" && ofSide()[c - 1]) { tab = ofSide()[c - 1][0]; drawTab(); }
	else return;
	event.preventDefault();
}

marked = new Set(decisive());
planTabs();
head();
measure();
plan();
drawHeads();
$("rows").addEventListener("scroll", () => requestAnimationFrame(draw));
$("both").addEventListener("click", showBoth);
$("turn").addEventListener("click", () => turn());
window.addEventListener("resize", () => { measure(); drawHeads(); draw(); });
document.addEventListener("keydown", key);
$("to-failure").addEventListener("click", () => go(failure()));
$("to-pair").addEventListener("click", nextOfPair);
$("fold").addEventListener("click", showAll);
$("to-help").addEventListener("click", help);
const asked = /^#\d+$/.test(location.hash) ? Number(location.hash.slice(1)) : -1;
if (steps.length)
	go(asked >= 0 && asked < steps.length ? asked : failure());
$("rows").focus();
})();
