import type { Mark } from "./joints.ts";
import { type Part, partOf } from "./part.ts";
import type { Scorer } from "./score.ts";
import type { Setting } from "./setting.ts";
import type { Stretch } from "./stretches.ts";

/** The parts of the best reading, and the marks between them. */
interface Parse {
  parts: Part[];
  marks: Mark[];
}

/** A reading of the text up to a place, of which the last part is still open at its end. */
interface Path {
  score: number;
  part: Part;
  mark: Mark | null;
  before: Path | null;
  count: number;
}

/** The number of paths that are kept at each place. */
const width = 3;
/** A path that scores less than the best by this much never catches up. */
const maxBehind = 6;
/** A part has at most this many places inside it where it could be split, unless it is the whole. */
const maxSpan = 6;

/** Finds the parts that score best together. */
export function search(
  { from, to, boundaries: inside, setting }: Stretch,
  maxParts: number,
  scorer: Scorer,
): Parse {
  const endingAt: Path[][] = [];
  for (let end = 0; end <= inside.length; end += 1) {
    const partTo = inside[end]?.at ?? to;
    const paths: Path[] = [];
    const add = (part: Part, start: number) => {
      // A time alone is no request.
      if (part.kind === "nothing" && (start >= 0 || end < inside.length)) return;
      const own = scorer.ofPart(part, setting);
      if (start < 0) paths.push({ score: own, part, mark: null, before: null, count: 1 });
      else {
        const best = continued(setting, endingAt[start]!, inside[start]!, part, maxParts, scorer);
        if (best) paths.push({ ...best, score: best.score + own });
      }
    };
    for (let start = end - 1; start >= Math.max(-1, end - 1 - maxSpan); start -= 1) {
      const partFrom = start < 0 ? from : inside[start]!.next;
      if (partFrom < partTo) add(partOf(setting.reading, partFrom, partTo), start);
    }
    // The whole text may be one part, however long it is.
    if (end === inside.length && end > maxSpan) add(partOf(setting.reading, from, to), -1);
    paths.sort((one, other) => other.score - one.score);
    const best = paths[0]?.score ?? 0;
    endingAt.push(paths.slice(0, width).filter(({ score }) => score > best - maxBehind));
  }
  return parseOf(endingAt.at(-1)![0]!);
}

/** Returns the best path that this part can continue. */
function continued(
  setting: Setting,
  paths: Path[],
  mark: Mark,
  part: Part,
  maxParts: number,
  scorer: Scorer,
): Path | null {
  let best: Path | null = null;
  for (const before of paths) {
    if (before.count >= maxParts) continue;
    const split = { left: before.part, mark, right: part, joint: mark.joint };
    const score = before.score + scorer.ofSplit(split, setting);
    if (!best || score > best.score) best = { score, part, mark, before, count: before.count + 1 };
  }
  return best;
}

function parseOf(last: Path): Parse {
  const parse: Parse = { parts: [], marks: [] };
  for (let path: Path | null = last; path; path = path.before) {
    parse.parts.unshift(path.part);
    if (path.mark) parse.marks.unshift(path.mark);
  }
  return parse;
}
