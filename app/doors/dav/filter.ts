import type {
  ComponentFilter,
  PropertyFilter,
  TimeRange,
} from "#app/domain/caldav/filter.server.ts";
import { cal, childNamed, childrenNamed, type XmlElement } from "./xml.ts";

/** Reads the filter of a calendar-query (RFC 4791, 9.7). Returns null for an empty filter. */
export function toFilter(root: XmlElement | undefined): ComponentFilter | null {
  const top = childNamed(root, cal("comp-filter"));
  return top?.attributes.name?.toUpperCase() === "VCALENDAR" ? componentFilter(top) : null;
}

function componentFilter(read: XmlElement): ComponentFilter {
  return {
    name: (read.attributes.name ?? "").toUpperCase(),
    isMissing: childNamed(read, cal("is-not-defined")) !== undefined,
    during: timeRange(childNamed(read, cal("time-range"))),
    components: childrenNamed(read, cal("comp-filter")).map(componentFilter),
    properties: childrenNamed(read, cal("prop-filter")).map(propertyFilter),
  };
}

function propertyFilter(read: XmlElement): PropertyFilter {
  const match = childNamed(read, cal("text-match"));
  return {
    name: (read.attributes.name ?? "").toUpperCase(),
    isMissing: childNamed(read, cal("is-not-defined")) !== undefined,
    during: timeRange(childNamed(read, cal("time-range"))),
    words: match
      ? { text: match.text, isNegated: match.attributes["negate-condition"] === "yes" }
      : null,
  };
}

const timeForm = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

function timeRange(read: XmlElement | undefined): TimeRange | null {
  if (!read) return null;
  return { start: instantAt(read.attributes.start), end: instantAt(read.attributes.end) };
}

function instantAt(text: string | undefined): string | null {
  const iso = text?.replace(timeForm, "$1-$2-$3T$4:$5:$6Z") ?? "";
  const time = Date.parse(iso);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
