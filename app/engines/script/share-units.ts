import type { Speaker } from "./script.ts";

export interface Unit {
  text: string;
  length: number;
  speaker?: Speaker | undefined;
  costs: Readonly<Record<Speaker, number>>;
  /** For a new host; negative is welcome. */
  change: number;
  /** The host must change. */
  isForced: boolean;
}

export interface Frame {
  /** Their own words, in UTF-16 units. */
  added: (first: Speaker, last: Speaker) => Readonly<Record<Speaker, number>>;
  starts: Readonly<Record<Speaker, number>>;
}

/** B's, of the text's words and of all. */
const share = { min: 0.32, best: 0.37, max: 0.43 };
const longTurn = 190;
const maxTurn = { length: 700, units: 25 };
/** A scrap, but for headings and characters. */
const minTurn = 9;
const costOfMissedEnd = 0.6;
/** Resolution of B's share. */
const steps = 64;

const hosts = ["A", "B"] as const;

/** Free near the best; high if B hardly speaks, or leads. */
function costOfShare(ofB: number): number {
  const outside = Math.max(share.min - ofB, ofB - share.max, 0);
  return 12 * Math.abs(ofB - share.best) + 160 * outside + 1500 * outside * outside;
}

/**
 * Shares units between hosts: B about 37 %, turns end where the text allows. Cheapest by dynamic programming over units, hosts
 * and B's share.
 */
export function shareUnits(units: readonly Unit[], frame: Frame): { speakers: Speaker[]; cost: number } {
  const [byA, byB] = [shareFrom("A", units, frame), shareFrom("B", units, frame)];
  return byB.cost < byA.cost ? byB : byA;
}

function shareFrom(
  first: Speaker,
  units: readonly Unit[],
  frame: Frame,
): { speakers: Speaker[]; cost: number } {
  const count = units.length;
  const total = Math.max(
    1,
    units.reduce((sum, { length }) => sum + length, 0),
  );
  const width = steps + 1;
  // Per unit end, last host and B's share: cost, B's exact count, the last turn's first unit, and the way before.
  const size = 2 * width * (count + 1);
  const costs = new Float64Array(size).fill(Number.POSITIVE_INFINITY);
  const read = new Float64Array(size);
  const begun = new Int32Array(size);
  const earlier = new Int32Array(size).fill(-1);
  const place = (end: number, host: number, step: number) => (end * 2 + host) * width + step;
  const hostAt = (at: number): Speaker => (Math.floor(at / width) % 2 === 0 ? "A" : "B");
  const reach = (o: {
    end: number;
    host: number;
    cost: number;
    ofB: number;
    from: number;
    before: number;
  }) => {
    const at = place(o.end, o.host, Math.round((o.ofB / total) * steps));
    if (o.cost >= (costs[at] ?? 0)) return;
    costs[at] = o.cost;
    read[at] = o.ofB;
    begun[at] = o.from;
    earlier[at] = o.before;
  };

  for (let end = 1; end <= count; end++) {
    for (const [host, speaker] of hosts.entries()) {
      let length = 0;
      let cost = 0;
      for (let from = end - 1; from >= 0 && end - from <= maxTurn.units; from--) {
        const unit = units[from];
        const after = from + 1 < end ? units[from + 1] : undefined;
        if (!unit || (unit.speaker && unit.speaker !== speaker) || after?.isForced) break;
        length += unit.length;
        if (length > maxTurn.length && after) break;
        cost += unit.costs[speaker] + (after && after.change < 0 ? costOfMissedEnd : 0);
        const turn = cost + costOfTurn(unit, length);
        const ofB = speaker === "B" ? length : 0;
        if (from === 0) {
          if (speaker === first)
            reach({ end, host, cost: turn + frame.starts[speaker], ofB, from, before: -1 });
          continue;
        }
        for (let before = place(from, 1 - host, 0); before < place(from, 1 - host, width); before++) {
          const known = costs[before] ?? 0;
          if (known < Number.POSITIVE_INFINITY)
            reach({
              end,
              host,
              cost: known + turn + unit.change,
              ofB: (read[before] ?? 0) + ofB,
              from,
              before,
            });
        }
      }
    }
  }

  let best = { at: -1, cost: Number.POSITIVE_INFINITY };
  for (let at = place(count, 0, 0); at < size; at++) {
    const ofB = read[at] ?? 0;
    const added = frame.added(first, hostAt(at));
    const ofAll = (ofB + added.B) / (total + added.A + added.B);
    const cost = (costs[at] ?? 0) + costOfShare(ofB / total) + 1.5 * costOfShare(ofAll);
    if (cost < best.cost) best = { at, cost };
  }
  // If fixed voices allow no way, everybody keeps theirs.
  const speakers: Speaker[] = units.map(({ speaker }) => speaker ?? "A");
  let end = count;
  for (let at = best.at; at >= 0; at = earlier[at] ?? -1) {
    const from = begun[at] ?? 0;
    speakers.fill(hostAt(at), from, end);
    end = from;
  }
  return { speakers, cost: best.cost };
}

function costOfTurn(first: Unit, length: number): number {
  const tiny = length < minTurn && !first.speaker && !first.isForced ? 1.2 : 0;
  return tiny + (length > longTurn ? (length - longTurn) / 45 : 0);
}
