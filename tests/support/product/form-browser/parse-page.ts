import { JSDOM } from "jsdom";

// Shared, because creating a window takes longer than reading a page.
const { DOMParser, FormData } = new JSDOM().window;

/** Parses `<noscript>` content as part of the page. */
export function parsePage(html: string): Document {
  return new DOMParser().parseFromString(html, "text/html");
}

/** Controls come in document order and include the pressed button. */
export function successfulControls(form: HTMLFormElement, button: HTMLElement): [string, string][] {
  return [...new FormData(form, button)].map(([name, value]) => [name, String(value)]);
}
