import type { AppViewer } from "./app-viewer.ts";
import type { Fields } from "./fields.ts";

/** Whose text an object has, and what others had sent of their own, keyed by user. */
interface Owners {
  by?: string | undefined;
  /** The token of the app that has sent it. */
  via?: string | undefined;
  own?: Record<string, string> | undefined;
}

interface KeptText {
  content: string | null;
  fields: string | null;
}

/** Alarms, and when they were dismissed or put off, are one person's. */
const ownProperty = /^(?:ACKNOWLEDGED|X-MOZ-LASTACK|X-MOZ-SNOOZE-TIME[\w-]*)[;:]/i;

const blocksOf = (text: string) => text.split(/(?<=^END:VTODO[ \t]*\r?\n)/im);
const linesOf = (block: string) => block.split(/(?<=\n)(?![ \t])/);
const isException = (block: string) => /^RECURRENCE-ID[;:]/im.test(block);

function divide(block: string): { common: string; own: string } {
  const divided = { common: "", own: "" };
  let isInAlarm = false;
  for (const line of linesOf(block)) {
    if (/^BEGIN:VALARM/i.test(line)) isInAlarm = true;
    divided[isInAlarm || ownProperty.test(line) ? "own" : "common"] += line;
    if (/^END:VALARM/i.test(line)) isInAlarm = false;
  }
  return divided;
}

function ownLines(text: string): string {
  const block = blocksOf(text).find((each) => !isException(each));
  return block === undefined ? "" : divide(block).own;
}

/** Gives a text one person's lines in the place of those that it has. */
function withOwnLines(text: string, own: string): string {
  const blocks = blocksOf(text);
  const at = blocks.findIndex((each) => !isException(each));
  return blocks
    .map((block, index) => {
      const { common } = divide(block);
      return index === at ? common.replace(/^END:VTODO/im, () => `${own}END:VTODO`) : common;
    })
    .join("");
}

interface TextFor {
  content: string;
  fields: Fields;
  isOwn: boolean;
  /** True if another app has sent it. */
  isElsewhere: boolean;
}

/** Returns the text as a person gets it, which has nobody else's alarms. */
export function textFor(
  { content, fields: json }: KeptText,
  { userId, tokenId }: Pick<AppViewer, "userId" | "tokenId">,
): TextFor | null {
  if (content === null || json === null) return null;
  const { by, via = tokenId, own, ...fields } = JSON.parse(json) as Fields & Owners;
  const isElsewhere = via !== tokenId;
  if (by === userId) return { content, fields, isOwn: true, isElsewhere };
  const shown = withOwnLines(content, own?.[userId] ?? "");
  return { content: shown, fields, isOwn: false, isElsewhere };
}

/** Returns the token of the app that sent the text, if it is known. */
export const sentBy = ({ fields }: Pick<KeptText, "fields">): string | undefined =>
  (JSON.parse(fields ?? "{}") as Owners).via;

/** Texts of earlier versions of Mila are anybody's. */
export function canBeTextOf({ fields }: KeptText, userId: string): boolean {
  const { by = userId } = JSON.parse(fields ?? "{}") as Owners;
  return by === userId;
}

/** Keeps what the person before had sent of their own, once another one's text takes its place. */
export function ownersAfter(
  { content, fields }: KeptText,
  { userId, tokenId }: Pick<AppViewer, "userId" | "tokenId">,
): Owners {
  const { by, own = {} } = JSON.parse(fields ?? "{}") as Owners;
  const before = by && content !== null ? { [by]: ownLines(content) } : {};
  const others = Object.entries({ ...own, ...before }).filter(
    ([id, lines]) => id !== userId && lines !== "",
  );
  return { by: userId, via: tokenId, own: Object.fromEntries(others) };
}
