import type { Control } from "./form-request.ts";
import {
  accessibleDescription,
  matchesName,
  type Name,
  accessibleName,
} from "./accessible-name.ts";
import { isVisible, visibleText } from "./visible-text.ts";

export abstract class PageReader {
  protected abstract root(): Element;
  protected abstract pageUrl(): URL;

  get text(): string {
    return visibleText(this.root());
  }

  get alert(): string {
    return this.textsOf("[role=alert]").join(" | ");
  }

  headings(level: number): string[] {
    return this.textsOf(`h${level}`);
  }

  items(): string[] {
    return this.textsOf("li");
  }

  marks(): string[] {
    return this.textsOf("mark");
  }

  buttons(): string[] {
    return this.shownButtons().map((button) => this.nameOf(button));
  }

  links(): string[] {
    return this.shown("a[href]").map((link) => this.nameOf(link));
  }

  fields(): string[] {
    return this.#controls().map(accessibleName);
  }

  /** Returns the instants on the page, to the millisecond. */
  instants(): string[] {
    return this.shown("time[datetime]").map((time) =>
      new Date(time.getAttribute("datetime") ?? "").toISOString(),
    );
  }

  /** Counts hidden elements too. */
  count(selector: string): number {
    return this.root().querySelectorAll(selector).length;
  }

  link(name: Name): URL {
    return this.urlOf(this.one("link", this.shown("a[href]"), name));
  }

  field(label: Name) {
    const control = this.control(label);
    return {
      value: control.value,
      isChecked: "checked" in control && control.checked,
      choice:
        "selectedOptions" in control
          ? [...control.selectedOptions].map((option) => option.text).join()
          : "",
      description: accessibleDescription(control),
      isInvalid: control.getAttribute("aria-invalid") === "true",
      attribute: (name: string) => control.getAttribute(name),
    };
  }

  protected urlOf(link: Element): URL {
    return new URL(link.getAttribute("href") ?? "", this.pageUrl());
  }

  protected shown(selector: string): Element[] {
    return [...this.root().querySelectorAll(selector)].filter(isVisible);
  }

  protected textsOf(selector: string): string[] {
    return this.shown(selector).map((element) => visibleText(element));
  }

  protected shownButtons(): HTMLButtonElement[] {
    const buttons = this.shown("button") as HTMLButtonElement[];
    return buttons.filter(
      (button) => !button.matches(":disabled") && !button.closest("[aria-hidden=true]"),
    );
  }

  protected control(label: Name): Control {
    return this.one("field", this.#controls(), label);
  }

  protected one<Kind extends Element>(kind: string, among: Kind[], name: Name): Kind {
    const names = among.map((element) => this.nameOf(element));
    return requireSingle(this.called(name, among), `${kind} “${name}”`, names);
  }

  protected called<Kind extends Element>(name: Name, among: Kind[]): Kind[] {
    const exact = among.filter((element) => matchesName(name, this.nameOf(element)));
    if (exact.length > 0 || typeof name !== "string") return exact;
    // "Mark as complete: Call the vet".
    return among.filter((element) => this.nameOf(element).startsWith(`${name}: `));
  }

  protected nameOf(element: Element): string {
    return accessibleName(element);
  }

  #controls(): Control[] {
    return (this.shown("input, select, textarea") as Control[]).filter(
      (control) => !control.matches(":disabled"),
    );
  }
}

/** @throws if a name is missing or ambiguous */
export function requireSingle<Kind>(found: Kind[], what: string, there: string[]): Kind {
  const [first] = found;
  if (first && found.length === 1) return first;
  throw new Error(`Expected one ${what}, found ${found.length} among: ${there.join(" | ")}`);
}
