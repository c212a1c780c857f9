import type { MessageStructureObject } from "imapflow";

/** A part of a mail (RFC 9051, 6.4.5) that is worth fetching. */
interface WantedPart {
  /** The part's number, such as "1.2", or "TEXT" for a mail of one part. */
  key: string;
  maxLength: number;
}

/** Of a mail's text parts together. A calendar file counts as well. */
const maxBytes = 1_400_000;
const maxParts = 30;
const maxDepth = 8;

/**
 * Chooses the texts and calendar files of a mail, so that no other attachment is fetched.
 * @returns the parts, and a function that joins their content to a mail (RFC 5322)
 */
export function chooseParts(structure: MessageStructureObject) {
  const wanted: WantedPart[] = [];
  let left = maxBytes;
  let isCut = false;
  const want = (key: string, size = 0): boolean => {
    if (wanted.length >= maxParts || left <= 0) return !(isCut = true);
    if (size > left) isCut = true;
    wanted.push({ key, maxLength: left });
    left -= size;
    return true;
  };
  const root = structure.childNodes
    ? choose(structure, want, 0)
    : isRead(structure) && want("TEXT", structure.size)
      ? ({ kind: "whole" } as const)
      : placeholder(structure);
  return { wanted, join: (header: Buffer, parts: Fetched) => join(root, header, parts, isCut) };
}

type Fetched = ReadonlyMap<string, Buffer>;

type Chosen =
  /** The mail has one part, which its own header describes. */
  | { kind: "whole" }
  | { kind: "leaf"; part: string }
  | { kind: "message"; part: string }
  | { kind: "attached"; header: string }
  | { kind: "several"; type: string; children: Chosen[] };

type Want = (key: string, size?: number) => boolean;

function choose(node: MessageStructureObject, want: Want, depth: number): Chosen {
  const { part, type, size, childNodes } = node;
  if (depth > maxDepth) return placeholder(node);
  if (type.startsWith("multipart/") && childNodes) {
    const children = childNodes.map((child) => choose(child, want, depth + 1));
    return { kind: "several", type, children };
  }
  if (part === undefined) return placeholder(node);
  if (type === "message/rfc822") return chooseMessage(node, part, want, depth);
  if (!isRead(node) || !want(part, size)) return placeholder(node);
  return want(`${part}.MIME`) ? { kind: "leaf", part } : placeholder(node);
}

/** A mail that was forwarded as an attachment. Its one part has the number of the mail itself. */
function chooseMessage(
  node: MessageStructureObject,
  part: string,
  want: Want,
  depth: number,
): Chosen {
  const [inner] = node.childNodes ?? [];
  if (!inner) return placeholder(node);
  if (inner.childNodes) return choose(inner, want, depth + 1);
  return isRead(inner) && want(part, node.size) ? { kind: "message", part } : placeholder(node);
}

const readTypes = new Set(["text/plain", "text/html", "text/calendar", "application/ics"]);

function isRead({ type, disposition }: MessageStructureObject): boolean {
  const isCalendar = type.endsWith("/calendar") || type.endsWith("/ics");
  return readTypes.has(type) && (isCalendar || disposition !== "attachment");
}

/** Says that there was a part. A picture within the text keeps its id, to be told from others. */
function placeholder({ type, id, disposition }: MessageStructureObject): Chosen {
  const isInline = id !== undefined && disposition !== "attachment" && type.startsWith("image/");
  return {
    kind: "attached",
    header: isInline ? "Content-Type: image/png\r\nContent-ID: <inline>" : attachment,
  };
}

const attachment =
  "Content-Type: application/octet-stream\r\nContent-Disposition: attachment; filename=file";

const describesBody = /^(?:content-|mime-version)/i;

function join(root: Chosen, header: Buffer, parts: Fetched, isCut: boolean): Buffer {
  if (root.kind === "whole" && !isCut)
    return Buffer.concat([header, parts.get("TEXT") ?? Buffer.alloc(0)]);
  const unfolded = header.toString("latin1").split(/\r?\n(?![ \t])/);
  const own = unfolded.filter((line) => line !== "" && !describesBody.test(line));
  const children = [
    root.kind === "whole" ? joinWhole(unfolded, parts) : joinPart(root, parts),
    ...(isCut ? [`${attachment}\r\n\r\n`] : []),
  ];
  const body = joinSeveral("multipart/mixed", children);
  return Buffer.from(`${own.join("\r\n")}\r\nMIME-Version: 1.0\r\n${body}`, "latin1");
}

function joinWhole(header: string[], parts: Fetched): string {
  const own = header.filter((line) => describesBody.test(line)).join("\r\n");
  return `${own}\r\n\r\n${latin1(parts, "TEXT")}`;
}

/** Works in Latin-1, in which each byte is one code unit. */
const latin1 = (parts: Fetched, key: string) => parts.get(key)?.toString("latin1") ?? "";

function joinPart(chosen: Chosen, parts: Fetched): string {
  switch (chosen.kind) {
    case "leaf":
      return latin1(parts, `${chosen.part}.MIME`) + latin1(parts, chosen.part);
    case "message":
      return `Content-Type: message/rfc822\r\n\r\n${latin1(parts, chosen.part)}`;
    case "several":
      return joinSeveral(
        chosen.type,
        chosen.children.map((child) => joinPart(child, parts)),
      );
    case "attached":
      return `${chosen.header}\r\n\r\n`;
    default:
      return "";
  }
}

function joinSeveral(type: string, children: string[]): string {
  const boundary = `mila-${crypto.randomUUID()}`;
  const parts = children.map((child) => `--${boundary}\r\n${child}\r\n`).join("");
  return `Content-Type: ${type}; boundary="${boundary}"\r\n\r\n${parts}--${boundary}--\r\n`;
}
