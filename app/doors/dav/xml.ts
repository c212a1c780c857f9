import { SaxesParser } from "saxes";

/** An element of a request. */
export interface XmlElement {
  /** Namespace and local name, such as "DAV: prop". */
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
}

/** A request that cannot be read. */
export class UnreadableXml extends Error {}

const maxDepth = 30;
const maxElements = 50_000;

/**
 * Reads XML without a document type, so there are no entities but the five of XML itself.
 * @throws UnreadableXml
 */
export function readXml(text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true });
  const top: XmlElement = { name: "", attributes: {}, children: [], text: "" };
  const open = [top];
  let count = 0;
  parser.on("error", (error) => {
    throw new UnreadableXml(error.message);
  });
  parser.on("doctype", () => {
    throw new UnreadableXml("A document type has no place here.");
  });
  parser.on("opentag", ({ uri, local, attributes }) => {
    count += 1;
    if (open.length > maxDepth || count > maxElements)
      throw new UnreadableXml("That's too many elements.");
    const own = Object.values(attributes).map(({ local: name, value }) => [name, value] as const);
    const element = {
      name: `${uri} ${local}`,
      attributes: Object.fromEntries(own),
      children: [],
      text: "",
    };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  const addText = (part: string) => void (open.at(-1)!.text += part);
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => void open.pop());
  parser.write(text.replace(/^\ufeff/, "")).close();
  const [root] = top.children;
  if (!root) throw new UnreadableXml("There is no XML in the request.");
  return root;
}

export const childNamed = (parent: XmlElement | undefined, name: string): XmlElement | undefined =>
  parent?.children.find((child) => child.name === name);

export const childrenNamed = (parent: XmlElement, name: string): XmlElement[] =>
  parent.children.filter((child) => child.name === name);

const prefixes: Record<string, string> = {
  "DAV:": "D",
  "urn:ietf:params:xml:ns:caldav": "C",
  "http://calendarserver.org/ns/": "CS",
  "http://apple.com/ns/ical/": "I",
};

/** A part of an answer, written. */
export type Xml = string & { readonly xml: unique symbol };

export const asText = (text: string): Xml =>
  text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;") as Xml;

/** @param name as in `XmlElement` */
export function element(
  name: string,
  content: readonly Xml[] | Xml = [],
  attributes: Record<string, string> = {},
): Xml {
  const [uri = "", local = ""] = splitName(name);
  const prefix = prefixes[uri];
  const tag = prefix ? `${prefix}:${local}` : local;
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${asText(value)}"`);
  const space = prefix ? "" : ` xmlns="${asText(uri)}"`;
  const inside = typeof content === "string" ? content : content.join("");
  const head = `<${tag}${space}${written.join("")}`;
  return (inside === "" ? `${head}/>` : `${head}>${inside}</${tag}>`) as Xml;
}

function splitName(name: string): [string, string] {
  const at = name.lastIndexOf(" ");
  return [name.slice(0, at), name.slice(at + 1)];
}

export function writeXml(name: string, content: readonly Xml[]): string {
  const spaces = Object.entries(prefixes).map(([uri, prefix]) => ` xmlns:${prefix}="${uri}"`);
  const root = element(name, content).replace(/^<[\w:-]+/, (head) => `${head}${spaces.join("")}`);
  return `<?xml version="1.0" encoding="utf-8"?>\n${root}`;
}

export const dav = (local: string): string => `DAV: ${local}`;
export const cal = (local: string): string => `urn:ietf:params:xml:ns:caldav ${local}`;
export const server = (local: string): string => `http://calendarserver.org/ns/ ${local}`;
export const apple = (local: string): string => `http://apple.com/ns/ical/ ${local}`;
