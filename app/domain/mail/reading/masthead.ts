import { Temporal, wallClockAt } from "#app/domain/core/time.ts";
import { anywhere, patternOf } from "./phrases.ts";
import { isClosed } from "./said.ts";
import { type MailToRead, readSentences } from "./sentences.ts";

const maxLength = 90;
const maxAt = 4;
const isSaid = anywhere("is|are|will|today|tomorrow|this|next|on");

const weeks = anywhere("week beginning|commencing|of|starting", "w/c|wc");

export const namesWeek = (text: string): boolean => weeks.test(text);

/** "December 7" at the top says when the newsletter was written. */
export function isMasthead(mail: MailToRead, line: string, at: number): boolean {
  if (line.length > maxLength || !/\d/.test(line) || isSaid.test(line) || isClosed(line))
    return false;
  const times = readSentences(mail, line, mail.sentAt).flatMap((sentence) => sentence.times);
  const dates = times.filter(({ hasDay, text }) => hasDay && /\d/.test(text));
  if (dates.length === 0 || times.some(({ hasClock }) => hasClock)) return false;
  const isAtTop = at < maxAt;
  if (isAtTop && (namesWeek(line) || mail.subject.includes(line.slice(0, 10)))) return true;
  const sent = wallClockAt(mail.sentAt, mail.timeZone).toPlainDate();
  return dates.some(({ text }) => {
    const [due] = readSentences(mail, text, mail.sentAt).map(({ tasks }) => tasks[0]?.due);
    if (!due) return false;
    const days = sent.until(Temporal.PlainDate.from(due.local.slice(0, 10))).days;
    return days === 0 ? isAtTop || /\b20\d\d\b/.test(text) : isAtTop && days === 1;
  });
}

const someDay = "(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*";
const someTime = String.raw`\d{1,2}(?:[.:]\d\d)?(?: ?[ap]m)?`;
const someHours = String.raw`${someTime}\s?[-\u2013]\s?${someTime}`;
/** "Mon–Thu 8.15–4.15", "Juniors Sat 9.30–10.30, Tues 5.30–6.30", "Open 7–6". */
const hoursOfWeek = patternOf(
  "i",
  String.raw`\b${someDay} ?(?:[-\u2013]|to) ?${someDay},? ${someHours}`,
  String.raw`\b${someDay} ${someHours}.*\b${someDay} ${someHours}`,
  String.raw`^(?:we(?:'re| are) )?open,? ${someHours}`,
);
/** "Riverside 6/118 lost to Park 7/121" */
const score = /\b\d{1,2}\/(?:3[2-9]|[4-9]\d|\d{3})\b/;
const played = anywhere("beat|beats|def|defeated|drew|lost|tied|v|vs|won");
/** "Ms Hill | Piano | 01632 960 101 (not after 8pm)" */
const phone = /\(?\+?\d[\d ()-]{7,}\d/;
const isRowOfContact = /\s[|\u00B7\u2022]\s/;

/** Scores and a sender's telephone number hold no date. */
export const isOfNumbers = (line: string): boolean =>
  (score.test(line) && played.test(line)) || (isRowOfContact.test(line) && phone.test(line));

export const isOfHours = (line: string): boolean => line.length < 120 && hoursOfWeek.test(line);
