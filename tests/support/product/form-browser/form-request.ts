import { accessibleName } from "./accessible-name.ts";
import { successfulControls } from "./parse-page.ts";

export interface PageRequest {
  url: URL;
  /** Omitted for GET. */
  form?: URLSearchParams;
}

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** @throws if a field is invalid according to its HTML */
export function formRequest(
  form: HTMLFormElement,
  button: HTMLButtonElement,
  page: URL,
): PageRequest {
  if (!form.noValidate && !button.formNoValidate) checkFields(form);
  const attribute = (name: string) => button.getAttribute(`form${name}`) ?? form.getAttribute(name);
  const enctype = attribute("enctype") ?? urlEncoded;
  if (enctype !== urlEncoded) throw new Error(`Forms sent as ${enctype} are not supported`);
  const url = new URL(attribute("action") || page.href, page);
  const fields = new URLSearchParams(
    successfulControls(form, button).map((pair) => pair.map(withCrlf)),
  );
  if (attribute("method")?.toLowerCase() === "post") return { url, form: fields };
  url.search = String(fields);
  return { url };
}

const urlEncoded = "application/x-www-form-urlencoded";

const withCrlf = (text: string) => text.replaceAll(/\r\n|\r|\n/g, "\r\n");

function checkFields(form: HTMLFormElement): void {
  for (const element of form.elements) {
    const control = element as Control;
    if (!control.willValidate || control.checkValidity()) continue;
    const problem = [
      "valueMissing",
      "typeMismatch",
      "patternMismatch",
      "tooShort",
      "rangeOverflow",
      "rangeUnderflow",
    ];
    const found =
      problem.find((name) => control.validity[name as keyof ValidityState]) ?? "not valid";
    throw new Error(`The browser does not send the form: “${accessibleName(control)}” is ${found}`);
  }
}
