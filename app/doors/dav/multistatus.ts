import type { DavAnswer } from "./call.ts";
import { dav, element, type Xml, asText, writeXml } from "./xml.ts";

const reasons: Record<number, string> = {
  200: "OK",
  403: "Forbidden",
  404: "Not Found",
  409: "Conflict",
  424: "Failed Dependency",
  507: "Insufficient Storage",
};

const statusLine = (status: number): Xml =>
  element(dav("status"), asText(`HTTP/1.1 ${status} ${reasons[status]}`));

export const href = (path: string): Xml => element(dav("href"), asText(path));

export interface PropertiesFound {
  path: string;
  found: readonly Xml[];
  /** Names of properties that it does not have. */
  missing: readonly string[];
}

export function response({ path, found, missing }: PropertiesFound): Xml {
  const parts = [
    ...(found.length > 0 || missing.length === 0 ? [propertyStatus(200, found)] : []),
    ...(missing.length > 0
      ? [
          propertyStatus(
            404,
            missing.map((name) => element(name)),
          ),
        ]
      : []),
  ];
  return element(dav("response"), [href(path), ...parts]);
}

export const propertyStatus = (status: number, properties: readonly Xml[], more: Xml[] = []): Xml =>
  element(dav("propstat"), [element(dav("prop"), properties), statusLine(status), ...more]);

/** For an address without properties: a deleted object, or a list that was cut short. */
export const statusResponse = (path: string, status: number, more: Xml[] = []): Xml =>
  element(dav("response"), [href(path), statusLine(status), ...more]);

export function multistatus(responses: readonly Xml[], more: readonly Xml[] = []): DavAnswer {
  return {
    status: 207,
    headers: { "Content-Type": "application/xml; charset=utf-8" },
    body: writeXml(dav("multistatus"), [...responses, ...more]),
  };
}
