import { SaxesParser } from "saxes";
import type { XmlElement } from "./xml.ts";

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
    const opened = {
      name: `${uri} ${local}`,
      attributes: Object.fromEntries(own),
      children: [],
      text: "",
    };
    open.at(-1)!.children.push(opened);
    open.push(opened);
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
