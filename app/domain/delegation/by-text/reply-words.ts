import { question } from "../messages/request-text.ts";
import { lineLength } from "../limits.ts";

export interface RequestReply {
  answer: "accept" | "decline" | null;
  /** The position in the list that was sent, from 1. */
  number: number | null;
  /**
   * True if the words also say that someone changed their mind. "Ok" and "sorry" may mean anything
   * then.
   */
  isClear: boolean;
  /**
   * True for an answer that can't be a new task: "No, I'm at work", but not "No school on Friday".
   */
  isAddressed: boolean;
  line: string | null;
  /** True if it begins as an answer, but is a question, has a condition or contradicts itself. */
  isUnclear: boolean;
  /** The words after the question in the message that a tapback quotes. */
  quoted: string | null;
}

const noReply: RequestReply = {
  answer: null,
  number: null,
  isClear: false,
  isAddressed: false,
  line: null,
  isUnclear: false,
  quoted: null,
};

const acceptPhrases = listed(`
  i will do it, ill do it, i can do it, i can do that, i can, i will, ill do, will do, can do, of course, no problem,
  not a problem, no worries, on it, got it, i got it, ive got it, my pleasure, sounds good, absolutely, definitely,
  certainly, gladly, happy to, sure thing, sure, yes, yess, yeah, yea, yep, yup, yah, ya, y, okay, okey, ok, k, kk, fine, np
`);
const declinePhrases = listed(`
  i cannot, i can not, i cant, cannot, can not, cant, i wont, i will not, unable, not able, not today, not this time,
  not possible, no way, no can do, nope, nop, nah, no, n, sorry, im sorry, i am sorry, negative, impossible
`);
/** Matches longer phrases first: "no problem" is a yes. */
const phrases = [
  ...acceptPhrases.map((phrase) => ({ phrase, answer: "accept" as const })),
  ...declinePhrases.map((phrase) => ({ phrase, answer: "decline" as const })),
].toSorted((one, other) => other.phrase.length - one.phrase.length);
const politePhrases = listed("sorry, im sorry, i am sorry, no worries, no problem");
const vaguePhrases = listed(`
  sorry, im sorry, i am sorry, no worries, no problem, not a problem, np, ok, okay, okey, k, kk, fine, got it, i got it,
  ive got it, sounds good, my pleasure, sure thing, of course
`);
const fillerWords = listed(
  "thanks, thank you, thx, please, dear, mila, honey, love, do it, that, it",
);

const undecided = /\?|\b(maybe|perhaps|depends|wait|not sure|dont know|don't know)\b/;
/** A conditional yes is not a yes. */
const conditions = /\b(but|if|unless|until|except)\b/;
/** Phones send tapbacks as text: Liked “Mila: …”, 👍 to “Mila: …”. */
const tapback =
  /^(?:(liked|loved|disliked|laughed at|emphasi[sz]ed|questioned|removed [^"“]+ from)|(?:reacted )?(\p{RGI_Emoji}|❤) to) ["“]/v;
const tapbackAnswers: Record<string, "accept" | "decline"> = {
  liked: "accept",
  loved: "accept",
  "👍": "accept",
  "❤": "accept",
  disliked: "decline",
  "👎": "decline",
};

const emojiAnswers: [RegExp, "accept" | "decline"][] = [
  [/👍|👌|✅|✔|☑|🆗|🙋/u, "accept"],
  [/👎|❌|✖|🚫|🙅/u, "decline"],
];

export interface NormalizedText {
  body: string;
  /** The body in lower case, with straight apostrophes and letters of one form. */
  plain: string;
}

export function readWords(body: string): NormalizedText {
  const plain = body
    .normalize("NFKC")
    .replaceAll(/[’‘`´]/g, "'")
    .trim()
    .toLowerCase();
  return { body, plain };
}

/** Keeps only letters and digits, without accents: some carriers drop accents to save space. */
export function letters(words: string): string {
  return words
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** @returns null for a tapback that is not an answer: it needs no reply */
export function readReply({ body, plain }: NormalizedText): RequestReply | null {
  const tapped = tapback.exec(plain);
  if (tapped) return readTap(tapped[1] ?? tapped[2] ?? "", plain);
  const unclear = { ...noReply, isUnclear: findStart(separate(plain)) !== undefined };
  if (undecided.test(plain)) return unclear;
  const { number, rest } = withoutNumber(plain);
  if (number && !/[\p{L}\p{So}]/u.test(rest)) return { ...noReply, number };
  const parsed = readAnswer(rest);
  // "Yes, at 3" does not choose the third request.
  if (number && parsed?.isBare) return { ...noReply, answer: parsed.answer, isClear: true, number };
  const whole = readAnswer(plain);
  if (!whole || (whole.answer === "accept" && conditions.test(plain))) return unclear;
  const { answer, isClear } = whole;
  return {
    ...noReply,
    answer,
    isClear,
    isAddressed: whole.isBare || isAddressed(plain, answer),
    line: whole.isBare ? null : body.trim().slice(0, lineLength),
  };
}

function readTap(tap: string, plain: string): RequestReply | null {
  const answer = tapbackAnswers[tap.replaceAll(/[\ufe0f\p{Emoji_Modifier}]/gu, "")];
  const [, quoted] = plain.split(question);
  return answer && quoted !== undefined ? { ...noReply, answer, isClear: true, quoted } : null;
}

function withoutNumber(plain: string): { number: number | null; rest: string } {
  const found = /^#?(\d{1,2})\b[.):]?|(?:\bnumber |\bno\. ?|#|\b)(\d{1,2})[.)!]?$/.exec(plain);
  const number = Number(found?.[1] ?? found?.[2]);
  return found && number
    ? { number, rest: plain.replace(found[0], " ") }
    : { number: null, rest: plain };
}

/**
 * @returns null for words that are neither yes nor no, or contradict themselves; `isBare` when they
 * say nothing else
 */
function readAnswer(
  plain: string,
): (Pick<RequestReply, "isClear"> & { answer: "accept" | "decline"; isBare: boolean }) | null {
  const answers = emojiAnswers.filter(([emoji]) => emoji.test(plain)).map(([, answer]) => answer);
  const words = separate(plain);
  const start = findStart(words);
  if (start) {
    answers.push(start.answer);
    const rest = ` ${words.slice(start.phrase.length)} `;
    const isContradicted = phrases.some(
      ({ phrase, answer }) =>
        answer !== start.answer && !politePhrases.includes(phrase) && rest.includes(` ${phrase} `),
    );
    if (isContradicted) return null;
  } else if (words) {
    return null;
  }
  const [answer] = answers;
  if (!answer || new Set(answers).size > 1) return null;
  return { answer, isClear: saysClearly(words, answer), isBare: isFiller(words) };
}

/** Separates words by single spaces. */
function separate(plain: string): string {
  return plain
    .replaceAll("'", "")
    .replaceAll(/[^\p{L}\p{N}\s]/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** Finds the yes or no at the start of these words. */
function findStart(words: string) {
  return phrases.find(({ phrase }) => words === phrase || words.startsWith(`${phrase} `));
}

/**
 * True if a yes or no stands apart, or the sender says that they can't. A task begins with neither.
 */
function isAddressed(plain: string, answer: "accept" | "decline"): boolean {
  const words = separate(plain);
  const { phrase = "" } = findStart(words) ?? {};
  const [first = ""] = plain.split(/[,.!;:–—-]/u);
  if (separate(first) === phrase) return true;
  // "No" may begin a task ("No school on Friday"), and so may "I will".
  const mayBeginTask = answer === "accept" || phrase === "no" || phrase === "n";
  return saysClearly(mayBeginTask ? words.slice(phrase.length).trim() : phrase, answer);
}

function saysClearly(words: string, answer: "accept" | "decline"): boolean {
  if (words === "") return answer === "decline";
  const clear = phrases.filter(
    ({ phrase, answer: says }) => says === answer && !vaguePhrases.includes(phrase),
  );
  return clear.some(({ phrase }) => ` ${words} `.includes(` ${phrase} `));
}

function isFiller(words: string): boolean {
  const known = [...phrases.map(({ phrase }) => phrase), ...fillerWords];
  return (
    known.reduce((left, phrase) => left.replaceAll(` ${phrase} `, " "), ` ${words} `).trim() === ""
  );
}

function listed(words: string): string[] {
  return words.trim().split(/,\s+/);
}
