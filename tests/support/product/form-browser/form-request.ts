import { accessibleName } from "./accessible-name.ts";
import { successfulControls } from "./parse-page.ts";

export interface PageRequest {
  url: URL;
  /** Omitted for GET. */
  form?: URLSearchParams | FormData;
}

const attached = new WeakMap<Control, File>();

/** Chooses a file, as a person does in the browser's dialog. */
export function attach(control: Control, file: File): void {
  if (control.type !== "file") throw new Error(`“${accessibleName(control)}” takes no file`);
  attached.set(control, file);
  control.removeAttribute("required");
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
  const url = new URL(attribute("action") || page.href, page);
  if (enctype === "multipart/form-data") return { url, form: withFiles(form, button) };
  if (enctype !== urlEncoded) throw new Error(`Forms sent as ${enctype} are not supported`);
  const fields = new URLSearchParams(
    successfulControls(form, button).map((pair) => pair.map(withCrlf)),
  );
  if (attribute("method")?.toLowerCase() === "post") return { url, form: fields };
  url.search = String(fields);
  return { url };
}

function withFiles(form: HTMLFormElement, button: HTMLButtonElement): FormData {
  const sent = new FormData();
  const controls = [...form.elements] as Control[];
  const files = controls.filter(({ type }) => type === "file");
  for (const [name, value] of successfulControls(form, button))
    if (!files.some((control) => control.name === name)) sent.append(name, withCrlf(value));
  // A browser sends an empty part for a field without a file.
  for (const control of files) sent.append(control.name, attached.get(control) ?? new File([], ""));
  return sent;
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
