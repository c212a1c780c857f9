/** An element of a request. */
export interface XmlElement {
  /** Namespace and local name, such as "DAV: prop". */
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
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
