import { anyOf, patternOf } from "./phrases.ts";

/** The text of a mail without the parts that say nothing new. */
export interface MailLines {
  /** A paragraph, a list's item or a table's row each. An empty one separates blocks. */
  lines: string[];
  /** The header of a forwarded mail. */
  forwarded: { sender: string | null; sentAt: string | null; subject: string | null } | null;
}

/**
 * Finds what a mail says itself: the forwarded mail, but no quoted one, no signature and no footer.
 * @param isForward false if the mail answers another, whose header then begins the quote
 */
export function findMailLines(text: string, { isForward }: { isForward: boolean }): MailLines {
  const all = text
    .slice(0, maxText)
    .split(/\r\n|\r|\n/)
    .flatMap((line) => (line.length > maxLine ? splitLong(line) : line))
    .map(cleanLine);
  const { body, forwarded } = openForwarded(all, isForward);
  const own = withoutSignature(withoutQuotes(withoutSlip(joinLeaves(body)))).filter(
    (line) => !footer.test(line),
  );
  return { lines: joinWrapped(own), forwarded };
}

/** "MAR" above "15", as on the leaf of a calendar. */
const months = "jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec";
const anyMonth = String.raw`(?:${months})[a-z]{0,6}`;
const calendarLeaf = patternOf(
  "gim",
  String.raw`^ *(${anyMonth})\.?\s*\n\s*(\d{1,2}) *$|^ *(\d{1,2})\s*\n\s*(${anyMonth})\.? *$`,
);

const joinLeaves = (lines: string[]): string[] =>
  lines.join("\n").replace(calendarLeaf, "$1$3 $2$4").split("\n");

/** In UTF-16 code units. */
const maxText = 40_000;
const maxLine = 1_200;

/** Splits a long paragraph behind a sentence, or else anywhere. */
function splitLong(line: string): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < line.length;) {
    const piece = line.slice(from, from + maxLine);
    const isLast = from + maxLine >= line.length;
    const end = isLast ? piece.length : Math.max(piece.lastIndexOf(". ") + 1, 0) || maxLine;
    pieces.push(piece.slice(0, end));
    from += end;
  }
  return pieces;
}

const invisible = /\u034F|[\u00AD\u200B-\u200F\u2028-\u202E\u2060\uFEFF]/g;

const cleanLine = (line: string) =>
  line
    .replace(invisible, "")
    .replace(/[\t\u00A0\u2000-\u200A\u3000]/g, " ")
    .replace(/ {2,}/g, " ")
    // "*Sunday 14th March*" is bold in the HTML that was written as text.
    .replace(/\*(?=\S)([^*\n]{1,80})(?<=\S)\*/g, "$1")
    // Some programs write items so.
    .replace(/^ +> /, "• ")
    .trim();

const forwardWords = "forwarded message|original message|weitergeleitete nachricht";
const forwardMark = patternOf(
  "i",
  String.raw`^(?:[-–—_ ]*(?:${forwardWords})[-–—_ ]*|begin forwarded message:?)$`,
);

const headerNames = [
  "from|sent|date|to|cc|subject|reply-to",
  "von|gesendet|datum|an|betreff",
  "de|enviado(?: el)?|fecha|para|asunto",
  "de|objet|envoyé|à",
].join("|");
const headerLine = patternOf("i", String.raw`^>?\s?\*?(${headerNames})\s?:\*?\s?(.*)$`);

/** Finds the mail inside of a forwarded one. A header without a mark counts if the mail says so. */
function openForwarded(
  lines: string[],
  isForward: boolean,
): { body: string[]; forwarded: MailLines["forwarded"] } {
  const mark = lines.findIndex(
    (line, at) => forwardMark.test(line) || (isForward && isHeaderAt(lines, at)),
  );
  if (mark < 0 || (!isForward && !/forward|weiter/i.test(lines[mark]!)))
    return { body: lines, forwarded: null };
  const start = lines.findIndex((line, at) => at >= mark && headerLine.test(line));
  if (start < 0) return { body: lines.slice(mark + 1), forwarded: null };
  const fields = new Map<string, string>();
  let at = start;
  for (; at < lines.length && at < start + maxHeaderLines; at += 1) {
    const [, name, value = ""] = headerLine.exec(lines[at]!) ?? [];
    if (name) fields.set(name.toLowerCase(), value.replace(/^\*|\*$/g, "").trim());
    else if (/^>?$/.test(lines[at]!) && fields.size > 1) break;
  }
  const field = (...names: string[]) =>
    names.map((name) => fields.get(name)).find((value) => value) ?? null;
  const isQuoted = lines.slice(start, at).every((line) => line === "" || line.startsWith(">"));
  const inside = lines.slice(at).map((line) => (isQuoted ? line.replace(/^>\s?/, "") : line));
  return {
    body: inside,
    forwarded: {
      sender: field("from", "von"),
      sentAt: field("date", "sent", "datum", "gesendet"),
      subject: field("subject", "betreff"),
    },
  };
}

const maxHeaderLines = 12;

/** "From:" and two more fields below each other. */
function isHeaderAt(lines: string[], at: number): boolean {
  if (!/^>?\s?\*?(?:from|von|de)\s?:/i.test(lines[at]!)) return false;
  const near = lines.slice(at, at + 7).filter((line) => headerLine.test(line));
  return near.length >= 3;
}

const cutting = "cut|tear|detach|return";
const offHere = "off|here|along|below|slip";
const slipStart = patternOf(
  "i",
  String.raw`^[-_–—✂ .]*(?:✂|(?:please )?(?:${cutting}) (?:${offHere})).{0,40}$`,
  String.raw`(?:-{3,}|✂) ?(?:cut|tear|detach|reply slip)`,
);
const rule = /^[-_=–—*~ ]{4,}$|_{4,}/;

/** A slip to cut off and send back says nothing new. */
function withoutSlip(lines: string[]): string[] {
  const end = lines.findIndex((line) => slipStart.test(line));
  return (end < 0 ? lines : lines.slice(0, end)).map((line) => (rule.test(line) ? "" : line));
}

const wrote = String.raw`wrote|schrieb.*|escribió|a écrit|napisał\(?a?\)?`;
const quoteStart = patternOf("i", String.raw`^(?:on|am|el|le|w dniu) .{5,140}(?:${wrote})\s?:$`);

function withoutQuotes(lines: string[]): string[] {
  const end = lines.findIndex((line, at) => {
    // Answers stand between lines that are marked as quoted.
    if (lines.slice(at + 1, at + 4).some((next) => next.startsWith(">"))) return false;
    const joined = `${line} ${lines[at + 1] ?? ""}`;
    return (
      quoteStart.test(line) ||
      (/^(?:on|am) /i.test(line) && quoteStart.test(joined)) ||
      forwardMark.test(line) ||
      /^_{10,}$/.test(line) ||
      isHeaderAt(lines, at)
    );
  });
  const own = end < 0 ? lines : lines.slice(0, end);
  return own.filter((line) => !line.startsWith(">") && !quoteStart.test(line));
}

const closings = anyOf([
  "[with|many|very] best|kind|kindest|warm|warmest [regards|wishes]",
  "[best|kind|warm] regards",
  "yours [faithfully|sincerely|truly]",
  "cheers|cordially|greetings|love|respectfully|saludos|sincerely|ta|warmly",
  "all the best",
  "in partnership",
  "lots of love",
  "mit freundlichen grüßen",
  "with love",
  "[many] thanks [again|all|everyone|a lot|so much]",
  "thank you [again|all|in advance|so much|very much]",
  "see you soon|then|there",
  "take care",
  "have a good|great|lovely|nice day|evening|week|weekend",
]);
const closing = patternOf(
  "iu",
  String.raw`^(?:${closings}|wishing you .{0,40}|go [A-Z]\w+)[,.! –-]{0,3}(?:and .{0,30})?$`,
);
const afterwards = /^(?:p\.? ?s\.?|n\.? ?b\.?)\b/i;
const maxSignatureLine = 60;

/** Below the closing and the name, the mail may go on: "PS", or a list of dates. */
function withoutSignature(lines: string[]): string[] {
  const dashes = lines.findLastIndex((line) => line === "--");
  const own = dashes > 0 ? lines.slice(0, dashes) : lines;
  const at = own.findIndex((line, index) => index > 0 && closing.test(line));
  if (at < 0) return own;
  let end = at + 1;
  while (end < own.length && isOfSignature(own, end)) end += 1;
  return [...own.slice(0, at), "", ...withoutSignature(own.slice(end))];
}

function isOfSignature(lines: string[], at: number): boolean {
  const line = lines[at]!;
  if (afterwards.test(line)) return false;
  if (line === "") return true;
  return line.length <= maxSignatureLine && !mayHoldDay.test(line) && !/[!?]$/.test(line);
}

const monthStem = String.raw`\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b`;
const dayStem = String.raw`\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\b`;
const mayHoldDay = patternOf(
  "i",
  `(?:${dayStem}|${monthStem}).*\\d`,
  `\\d.*${monthStem}`,
  String.raw`\b\d{1,2}[./]\d{1,2}\b`,
  String.raw`\b(?:today|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b`,
);

const ofManyLetters = [
  "unsubscribe",
  "view it|the|this [_] [_] [_] in|online",
  "(you're|you are) getting|receiving this e-mail|email|message|newsletter",
  "update your preferences",
  "manage [your] preferences|subscription",
  "follow us on",
  "add us to your address book",
  "powered by",
];
const ofCompanies = [
  "the|this e-mail|email|message (and any|has been sent|is intended|may contain|was sent)",
  "confidential|confidentiality|copyright|virus",
  "all rights reserved",
  "consider the environment",
  "do not reply to this",
  "privacy policy",
];
const ofPhones = anyOf(["sent from my", "get outlook for"]);
const footer = patternOf(
  "iu",
  anyOf([...ofManyLetters, ...ofCompanies]),
  `^${ofPhones}`,
  String.raw`©|\[cid:`,
);

const listMark = /^(?:[-–—*•▪●○◦·»›>→➔➜▶►★☆✓✔☐□✿❖✦]|\(?\d{1,2}[.)]|\(?[a-h][.)])\s+/u;
/** No program breaks lines later. */
const maxWidth = 82;
const minWidth = 55;
const minBroken = 30;

/** "…, Lego," above "nothing alive) by Monday". */
function goesOn(before: string, line: string): boolean {
  if (before.length < minBroken || line === "") return false;
  if (before.lastIndexOf("(") > before.lastIndexOf(")") && line.includes(")")) return true;
  return (
    /(?:^|[\s,])(?:a|an|and|at|by|for|in|my|of|on|or|our|the|to|with|your)$/i.test(before) ||
    (before.endsWith(",") && /^\p{Ll}/u.test(line))
  );
}

/** "2 Sun 13 Sept" below "1 Sat 12 Sept". */
const row = patternOf(
  "i",
  String.raw`^(?:\d{1,2} )?(?:${dayStem},? .*\d|${monthStem} \d|` +
    String.raw`\d{1,2}(?:st|nd|rd|th)? ${monthStem}|\d{1,2}[./]\d)`,
);

const areRows = (before: string, line: string): boolean =>
  row.test(line) && row.test(before) && !/,$|[.!?] \p{Lu}/u.test(before);

/** Joins the lines of a paragraph that the sender's program has broken, and drops list marks. */
function joinWrapped(lines: string[]): string[] {
  const long = lines.map((line) => line.length).filter((length) => length >= minWidth);
  const narrow = long.filter((length) => length <= maxWidth);
  const width = Math.max(0, ...narrow);
  // An address stays on one line, however long.
  const [isWrapped, isMostlyWrapped] = [
    narrow.length > 0 && narrow.length === long.length,
    narrow.length > 0.8 * long.length,
  ];
  const joined: string[] = [];
  lines.forEach((line, at) => {
    const words = line.replace(listMark, "");
    const before = at > 0 ? lines[at - 1]! : "";
    // The first word would have had room above.
    const [first = ""] = line.split(" ");
    const wasBroken =
      (isWrapped || (isMostlyWrapped && /^\p{Ll}/u.test(line))) &&
      before !== "" &&
      line !== "" &&
      before.length + 1 + first.length > width - 3;
    if ((wasBroken || goesOn(before, line)) && !listMark.test(line) && !areRows(before, line))
      joined[joined.length - 1] += ` ${words}`;
    else if (words !== "" || joined.at(-1) !== "") joined.push(words);
  });
  return joined;
}
