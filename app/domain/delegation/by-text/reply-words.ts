import { question } from "../question.ts";
import { lineLength } from "../limits.ts";

/** What a text says to a request: yes or no, to which of several, and what they wrote with it. */
export interface Reply {
  answer: "accept" | "decline" | null;
  /** Which one, as the list that they were sent counts. */
  number: number | null;
  line: string | null;
  /** Of a tap: what stands after the question in the message that was tapped on. */
  quoted: string | null;
}

const nothing: Reply = { answer: null, number: null, line: null, quoted: null };

const accepting = listed(`
  i will do it, ill do it, i can do it, i can do that, i can, i will, ill do, will do, can do, of course, no problem,
  not a problem, no worries, on it, got it, i got it, ive got it, my pleasure, sounds good, absolutely, definitely,
  certainly, gladly, happy to, sure thing, sure, yes, yess, yeah, yea, yep, yup, yah, ya, y, okay, okey, ok, k, kk, fine, np
`);
const declining = listed(`
  i cannot, i can not, i cant, cannot, can not, cant, i wont, i will not, unable, not able, not today, not this time,
  not possible, no way, no can do, nope, nop, nah, no, n, sorry, im sorry, i am sorry, negative, impossible
`);
/** Longer ones first: "no problem" is a yes. */
const phrases = [
  ...accepting.map((phrase) => ({ phrase, answer: "accept" as const })),
  ...declining.map((phrase) => ({ phrase, answer: "decline" as const })),
].toSorted((one, other) => other.phrase.length - one.phrase.length);
/** Said with a yes or a no. */
const polite = listed("sorry, im sorry, i am sorry, no worries, no problem");
const talk = listed("thanks, thank you, thx, please, dear, mila, honey, love, do it, that, it");

/** They ask, or are not decided yet. */
const unsure = /\?|\b(maybe|perhaps|depends|wait|not sure|dont know|don't know)\b/;
/** They make terms, which nobody may accept for them. */
const terms = /\b(but|if|unless|until|except)\b/;
/** What a phone sends for a tap on a message: Liked “Mila: …”, 👍 to “Mila: …”. */
const tapback =
  /^(?:(liked|loved|disliked|laughed at|emphasi[sz]ed|questioned|removed [^"“]+ from)|(?:reacted )?(\p{RGI_Emoji}|❤) to) ["“]/v;
const taps: Record<string, "accept" | "decline"> = {
  liked: "accept",
  loved: "accept",
  "👍": "accept",
  "❤": "accept",
  disliked: "decline",
  "👎": "decline",
};

const signs: [RegExp, "accept" | "decline"][] = [
  [/👍|👌|✅|✔|☑|🆗|🙋/u, "accept"],
  [/👎|❌|✖|🚫|🙅/u, "decline"],
];

/**
 * Reads what somebody answers by text; words that say neither yes nor no for certain say nothing. Null for a tap on a
 * message that asked nothing, or one that is no answer: it wants none.
 */
export function readReply(text: string): Reply | null {
  const plain = text
    .normalize("NFKC")
    .replaceAll(/[’‘`´]/g, "'")
    .trim()
    .toLowerCase();
  const tapped = tapback.exec(plain);
  if (tapped) return readTap(tapped[1] ?? tapped[2] ?? "", plain);
  if (unsure.test(plain)) return nothing;
  const { number, rest } = withoutNumber(plain);
  if (number && !/[\p{L}\p{So}]/u.test(rest)) return { ...nothing, number };
  const said = readWords(rest);
  // "Yes, at 3" is no choice of the third.
  if (number && said?.isBare) return { ...nothing, answer: said.answer, number };
  const whole = readWords(plain);
  if (!whole || (whole.answer === "accept" && terms.test(plain))) return nothing;
  return { ...nothing, answer: whole.answer, line: whole.isBare ? null : text.trim().slice(0, lineLength) };
}

function readTap(tap: string, plain: string): Reply | null {
  const answer = taps[tap.replaceAll(/[\ufe0f\p{Emoji_Modifier}]/gu, "")];
  const [, quoted] = plain.split(question);
  return answer && quoted !== undefined ? { ...nothing, answer, quoted } : null;
}

function withoutNumber(plain: string): { number: number | null; rest: string } {
  const found = /^#?(\d{1,2})\b[.):]?|(?:\bnumber |\bno\. ?|#|\b)(\d{1,2})[.)!]?$/.exec(plain);
  const number = Number(found?.[1] ?? found?.[2]);
  return found && number ? { number, rest: plain.replace(found[0], " ") } : { number: null, rest: plain };
}

/** Yes or no by its first words or by a sign, and whether it says no more than that; what contradicts itself is nothing. */
function readWords(plain: string): { answer: "accept" | "decline"; isBare: boolean } | null {
  const meant = signs.filter(([sign]) => sign.test(plain)).map(([, answer]) => answer);
  const words = plain
    .replaceAll("'", "")
    .replaceAll(/[^\p{L}\p{N}\s]/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  const begins = phrases.find(({ phrase }) => words === phrase || words.startsWith(`${phrase} `));
  if (begins) {
    meant.push(begins.answer);
    const rest = ` ${words.slice(begins.phrase.length)} `;
    const isTakenBack = phrases.some(
      ({ phrase, answer }) => answer !== begins.answer && !polite.includes(phrase) && rest.includes(` ${phrase} `),
    );
    if (isTakenBack) return null;
  } else if (words) {
    return null;
  }
  const [answer] = meant;
  if (!answer || new Set(meant).size > 1) return null;
  return { answer, isBare: isTalk(words) };
}

/** Thanks and the like, and more of the same, are no message of their own. */
function isTalk(words: string): boolean {
  const known = [...phrases.map(({ phrase }) => phrase), ...talk];
  return known.reduce((left, phrase) => left.replaceAll(` ${phrase} `, " "), ` ${words} `).trim() === "";
}

function listed(words: string): string[] {
  return words.trim().split(/,\s+/);
}
