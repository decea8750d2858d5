// Why calls went as they did: the numbers of a conversation, each turn on one line of time, its calls, and where the time went.

import { element } from "./text.js";
import { word, current } from "./words.js";

const TURNS_MOST = 50;
const BARS_NAMED = 30; // bars of a chart that a screen reader hears
const KINDS = { stages: "quiet", roundsTrack: "quiet", callsTrack: "", attemptsTrack: "", waitsTrack: "wait", toolsTrack: "tool" };

const number = (value, digits = 0) => value.toLocaleString(current(), { maximumFractionDigits: digits });

/** A time that is given in microseconds. */
function time(micros) {
  if (micros < 1000) {
    return `${number(micros)} µs`;
  }
  if (micros < 1_000_000) {
    return `${number(micros / 1000, micros < 10_000 ? 1 : 0)} ms`;
  }
  return `${number(micros / 1_000_000, micros < 10_000_000 ? 1 : 0)} s`;
}

const bytes = (count) => (count < 1000 ? `${number(count)} B` : count < 1_000_000 ? `${number(count / 1000, 1)} kB` : `${number(count / 1_000_000, 1)} MB`);
const saved = (tokens) => (tokens ? word("saved", number(tokens)) : "");
const small = (text) => element("p", { class: "small" }, text);

function table(heads, rows) {
  return element("table", {},
    element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
    element("tbody", {}, ...rows.map((cells) => element("tr", {}, ...cells.map((cell) => element("td", {}, cell))))));
}

/** The numbers of the whole conversation. */
function numbers(all) {
  const facts = [
    ["turns", `${number(all.turns)}, ${word("rounds", number(all.rounds))}`],
    ["calls", word("failedCount", number(all.calls), number(all.failed))],
    ["attempts", `${number(all.attempts)}, ${word("retried", number(all.retries))}`],
    ["network", word("sentReceived", bytes(all.sent), bytes(all.received))],
    ["tokenCount", word("tokens", number(all.input), number(all.output))],
    ["costs", all.cost],
    ["firstContent", all.first === undefined ? word("never") : time(all.first)],
    ["speed", word("perSecond", number(all.speed, 1))],
    ["inModel", time(all.inModel)],
    ["tools", word("failedCount", number(all.tools), number(all.toolsFailed))],
    ["inTools", time(all.inTools)],
    ["cache", [word("hitsMisses", number(all.hits), number(all.misses)), saved(all.saved)].filter(Boolean).join(", ")],
  ];
  return element("dl", { "aria-label": word("numbers") }, ...facts.map(([name, value]) => element("div", {}, element("dt", {}, word(name)), element("dd", {}, value))));
}

// The chart of a turn: a track for each kind, and more lines of it for what happened at the same time.

function bar(track, name, from, took, failed) {
  return { track, name, from, took, kind: failed ? "failed" : KINDS[track] };
}

const steps = (began, stages) => stages.map((stage) => bar("stages", stage.name, began + stage.after, stage.took));

const attemptName = (each) => `${word("attempt")}${each.error ? ` (${each.error}${each.status ? ` ${each.status}` : ""})` : ""}`;

function bars(turn) {
  const all = turn.rounds.flatMap((each) => [bar("roundsTrack", word("round", each.round), each.at - each.took, each.took), ...steps(each.at - each.took, each.stages)]);
  if (turn.end) {
    all.push(...steps(turn.end.at - turn.end.took, turn.end.stages));
  }
  for (const call of turn.calls) {
    const began = call.at - call.took;
    all.push(bar("callsTrack", shortModel(call), began, call.took, call.error));
    all.push(...call.attempts.map((each) => bar("attemptsTrack", attemptName(each), began + each.after, each.took, each.error)));
    all.push(...call.waits.map((each) => bar("waitsTrack", word("wait", each.why), began + each.after, each.took)));
  }
  all.push(...turn.tools.map((tool) => bar("toolsTrack", tool.code === "ok" ? tool.name : `${tool.name} ${tool.code}`, tool.at - tool.took, tool.took, tool.code !== "ok")));
  return all;
}

function lanes(all, slack) {
  const made = [];
  for (const track of Object.keys(KINDS)) {
    for (const each of all.filter((one) => one.track === track).sort((a, b) => a.from - b.from)) {
      const free = made.find((lane) => lane.track === track && lane.end - slack <= each.from);
      if (free) {
        free.bars.push(each);
        free.end = each.from + each.took;
      } else {
        made.push({ track, bars: [each], end: each.from + each.took });
      }
    }
  }
  return made;
}

function chart(turn) {
  const all = bars(turn);
  if (!all.length) {
    return "";
  }
  const from = Math.min(...all.map((each) => each.from));
  const whole = Math.max(1, Math.max(...all.map((each) => each.from + each.took)) - from);
  const named = all.slice(0, BARS_NAMED).map((each) => `${each.name} ${time(each.took)}`).join(", ");
  const drawn = element("div", { class: "chart", role: "img", "aria-label": all.length > BARS_NAMED ? `${named}, …` : named });
  let track = "";
  for (const lane of lanes(all, whole / 200)) {
    const line = element("div", { class: "line" });
    for (const each of lane.bars) {
      const text = `${each.name}, ${time(each.took)}`;
      const span = element("span", { class: each.kind, title: text }, each.took / whole > text.length / 60 ? text : "");
      span.style.left = `${(100 * (each.from - from)) / whole}%`;
      span.style.width = `${(100 * each.took) / whole}%`;
      line.append(span);
    }
    drawn.append(element("span", { class: "track" }, lane.track === track ? "" : word(lane.track)), line);
    track = lane.track;
  }
  drawn.append(element("span", {}), element("div", { class: "ticks" }, ...[0, 0.25, 0.5, 0.75, 1].map((part) => element("span", {}, time(part * whole)))));
  return drawn;
}

// The calls of a turn.

const shortModel = (call) => `${call.provider}:${call.model}`.replace(/^(.+):\1:/, "$1:");

function drawCall(call, open) {
  const facts = [time(call.took), word("tokens", number(call.input), number(call.output)), call.first === undefined ? "" : word("first", time(call.first)), call.cost ? word("cost", call.cost) : "", call.error ?? ""];
  const happened = [
    ...call.attempts.map((each) => ({ after: each.after, text: `${attemptName(each)} ${time(each.took)}` })),
    ...call.waits.map((each) => ({ after: each.after, text: `${word("wait", each.why)} ${time(each.took)}` })),
  ].sort((a, b) => a.after - b.after);
  return [
    element("p", {}, element("strong", {}, shortModel(call)), ` · ${facts.filter(Boolean).join(" · ")}`),
    small(happened.map((each) => each.text).join(" → ")),
    ...call.lookups.map((each) => small([word(each.hit ? "hit" : "miss", each.why), saved(each.saved)].filter(Boolean).join(", "))),
    ...call.checks.filter((each) => each.errors + each.warnings).map(drawCheck),
    element("details", { open }, element("summary", {}, word("policy")), table([word("policy"), word("took")], [...call.steps].reverse().map((step) => [step.name, time(step.took)]))),
  ];
}

const drawCheck = (check) => small(word("checked", check.name, number(check.errors), number(check.warnings)));

function drawTurn(turn, isNewest) {
  const outcome = turn.end ? word("inTime", turn.end.error ?? word("completed"), time(turn.end.took)) : word("notOver");
  return element("section", { class: "turn" },
    element("h3", {}, [`${word("turn")}, ${outcome}`, turn.end?.cost].filter(Boolean).join(", ")),
    chart(turn),
    ...turn.calls.flatMap((call, i) => drawCall(call, isNewest && i === turn.calls.length - 1)),
    ...turn.checks.filter((each) => each.errors + each.warnings).map(drawCheck),
    ...turn.refusals.map((each) => small(word("refusedBy", each.name, each.place, each.rule))),
    ...turn.failures.map((each) => small(word("failedWith", each.name, each.cause))),
    turn.tools.length ? table([word("tool"), word("took"), word("note")], turn.tools.map((tool) => [tool.name, time(tool.took), tool.code])) : "",
    ...turn.decisions.map((each) => small(word("decided", each.name, each.decision))));
}

/** The events by turn, newest first. */
function turns(why) {
  const made = new Map();
  const of = (id) => made.get(id) ?? made.set(id, { calls: [], tools: [], decisions: [], rounds: [], checks: [], refusals: [], failures: [] }).get(id);
  for (const kind of ["calls", "tools", "decisions", "rounds", "checks", "refusals", "failures"]) {
    why[kind].forEach((each) => of(each.turn)[kind].push(each));
  }
  why.turns.forEach((each) => { of(each.turn).end = each; });
  made.delete("");
  const at = (turn) => turn.end?.at ?? Infinity;
  return [...made.values()].sort((a, b) => (at(a) === at(b) ? 0 : at(b) - at(a)));
}

export function drawWhy(panel, why) {
  const all = turns(why);
  if (!all.length) {
    panel.replaceChildren(small(word("nothingHere")));
    return;
  }
  const parts = [element("h3", {}, word("numbers")), numbers(why.numbers), drawTurn(all[0], true)];
  if (why.trace?.length) {
    parts.push(element("h3", {}, word("chain")), table([word("policy"), word("took"), word("note")],
      why.trace.map((step) => [step.name, time(step.own), [step.changed ? word("changed") : "", step.answered ? word("answered") : "", step.note].filter(Boolean).join(" · ")])));
  }
  parts.push(...all.slice(1, TURNS_MOST).map((turn) => drawTurn(turn, false)));
  if (all.length > TURNS_MOST) {
    parts.push(small(word("cutOff", number(all.length - TURNS_MOST))));
  }
  parts.push(element("h3", {}, word("time")), table([word("name"), word("took")], why.steps.map((step) => [step.name, time(step.took)])));
  panel.replaceChildren(...parts);
}
