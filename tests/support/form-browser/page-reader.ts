import type { Control } from "./form-request.ts";
import { descriptionOf, isCalled, type Name, nameOf } from "./name-of.ts";
import { isShown, textOf } from "./on-page.ts";

/** What a user sees of a page or part of it. */
export abstract class PageReader {
  /** On the current page. */
  protected abstract root(): Element;
  protected abstract pageUrl(): URL;

  get text(): string {
    return textOf(this.root());
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
    return this.shownButtons().map(nameOf);
  }

  links(): string[] {
    return this.shown("a[href]").map(nameOf);
  }

  fields(): string[] {
    return this.#controls().map(nameOf);
  }

  /** Instants on the page, to the millisecond. */
  instants(): string[] {
    return this.shown("time[datetime]").map((time) => time.getAttribute("datetime") ?? "");
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
      /** The label of the chosen option. */
      choice: "selectedOptions" in control ? [...control.selectedOptions].map((option) => option.text).join() : "",
      description: descriptionOf(control),
      isInvalid: control.getAttribute("aria-invalid") === "true",
      attribute: (name: string) => control.getAttribute(name),
    };
  }

  protected urlOf(link: Element): URL {
    return new URL(link.getAttribute("href") ?? "", this.pageUrl());
  }

  protected shown(selector: string): Element[] {
    return [...this.root().querySelectorAll(selector)].filter(isShown);
  }

  protected textsOf(selector: string): string[] {
    return this.shown(selector).map((element) => textOf(element));
  }

  protected shownButtons(): HTMLButtonElement[] {
    const buttons = this.shown("button") as HTMLButtonElement[];
    return buttons.filter((button) => !button.matches(":disabled") && !button.closest("[aria-hidden=true]"));
  }

  protected control(label: Name): Control {
    return this.one("field", this.#controls(), label);
  }

  protected one<Kind extends Element>(kind: string, among: Kind[], name: Name): Kind {
    return only(this.called(name, among), `${kind} “${name}”`, among.map(nameOf));
  }

  protected called<Kind extends Element>(name: Name, among: Kind[]): Kind[] {
    return among.filter((element) => isCalled(name, nameOf(element)));
  }

  #controls(): Control[] {
    return (this.shown("input, select, textarea") as Control[]).filter((control) => !control.matches(":disabled"));
  }
}

/** Throws when a name is ambiguous. */
export function only<Kind>(found: Kind[], what: string, there: string[]): Kind {
  const [first] = found;
  if (first && found.length === 1) return first;
  throw new Error(`There are ${found.length} of: ${what}. There is: ${there.join(" | ")}`);
}
