import { attach, type Control, formRequest, type PageRequest } from "./form-request.ts";
import { type Name, accessibleName } from "./accessible-name.ts";
import { showPopover, visibleText } from "./visible-text.ts";
import { requireSingle, PageReader } from "./page-reader.ts";

export interface Expected {
  /** The final page's status; 200 by default. */
  status?: number | "any";
  /** True if the same form is shown again, without errors and unsaved. */
  isFormRedisplayed?: boolean;
}

export abstract class PagePart extends PageReader {
  protected abstract open(request: PageRequest, expected: Expected): Promise<void>;

  region(name: Name): PagePart {
    return this.#part(this.one("region", this.shown("section, [role=region], nav"), name));
  }

  group(name: Name): PagePart {
    return this.#part(this.one("group", this.shown("fieldset, [role=group]"), name));
  }

  popover(name: Name): PagePart {
    return this.#part(this.one("popover", this.shown("[popover]"), name));
  }

  formWith(label: Name): PagePart {
    return this.#part(this.control(label).form as Element);
  }

  item(words: string): PagePart {
    const found = this.shown("li").filter((item) => visibleText(item).includes(words));
    return this.#part(requireSingle(found, `entry with “${words}”`, this.items()));
  }

  paragraph(words: string): PagePart {
    const found = this.shown("p").filter((paragraph) => visibleText(paragraph).includes(words));
    return this.#part(requireSingle(found, `paragraph with “${words}”`, this.textsOf("p")));
  }

  card(title: string): PagePart {
    const card = this.one("card", this.shown("li h3"), title).closest("li") as Element;
    return this.#part(card, title);
  }

  fill(label: Name, value: string): void {
    const control = this.control(label) as HTMLInputElement;
    if (control.readOnly) throw new Error(`“${label}” is read-only`);
    if (control.maxLength >= 0 && value.length > control.maxLength)
      throw new Error(`“${label}” is too short for that`);
    control.value = value;
    if (control.value !== value) throw new Error(`“${label}” rejects “${value}”`);
  }

  attach(label: Name, fileName: string, content: string | Uint8Array<ArrayBuffer>): void {
    attach(this.control(label), new File([content], fileName));
  }

  choose(label: Name, option: string): void {
    const select = this.control(label) as HTMLSelectElement;
    const there = [...select.options].filter(({ disabled }) => !disabled);
    const found = there.filter(({ text }) => text === option);
    const names = there.map(({ text }) => text);
    requireSingle(found, `option “${option}”`, names).selected = true;
  }

  check(label: Name): void {
    this.#box(label).checked = true;
  }

  uncheck(label: Name): void {
    this.#box(label).checked = false;
  }

  unfold(name: Name): void {
    this.one("summary", this.shown("summary"), name).parentElement?.setAttribute("open", "");
  }

  unfoldFirst(name: Name): void {
    const [summary] = this.called(name, this.shown("summary"));
    if (!summary) throw new Error(`There is no summary “${name}”`);
    summary.parentElement?.setAttribute("open", "");
  }

  async follow(name: Name, expected: Expected = {}): Promise<void> {
    await this.open({ url: this.link(name) }, expected);
  }

  async followFirst(name: Name, expected: Expected = {}): Promise<void> {
    const [link] = this.called(name, this.shown("a[href]"));
    if (!link) throw new Error(`There is no link “${name}”`);
    await this.open({ url: this.urlOf(link) }, expected);
  }

  async press(name: Name, expected: Expected = {}): Promise<void> {
    await this.#press(this.one("button", this.shownButtons(), name), expected);
  }

  async pressFirst(name: Name, expected: Expected = {}): Promise<void> {
    const [button] = this.called(name, this.shownButtons());
    if (!button) throw new Error(`The page has no button “${name}”`);
    await this.#press(button, expected);
  }

  async #press(button: HTMLButtonElement, expected: Expected): Promise<void> {
    if (button.type === "submit") await this.#send(button, expected);
    else pressPlain(button);
  }

  /** Enter presses a form's first button, visible or not. */
  async enter(label: Name, expected: Expected = {}): Promise<void> {
    const controls = [...(this.control(label).form?.elements ?? [])] as HTMLButtonElement[];
    const button = controls.find(({ type }) => type === "submit");
    if (!button || button.disabled) throw new Error(`Enter in “${label}” does nothing`);
    await this.#send(button, expected);
  }

  /** Changes a field's value, visible or not. */
  tamper(selector: string, value: string): void {
    const found = [...this.root().querySelectorAll(selector)];
    (requireSingle(found, `field “${selector}”`, []) as Control).value = value;
  }

  /** Lets invalid input reach the server. */
  skipBrowserChecks(): void {
    for (const form of this.root().querySelectorAll("form")) form.noValidate = true;
  }

  async #send(button: HTMLButtonElement, expected: Expected): Promise<void> {
    if (!button.form) throw new Error(`“${accessibleName(button)}” is not in a form`);
    await this.open(formRequest(button.form, button, this.pageUrl()), expected);
  }

  #box(label: Name): HTMLInputElement {
    const control: Control = this.control(label);
    if (control.type === "checkbox" || control.type === "radio") return control as HTMLInputElement;
    throw new Error(`“${label}” is not a checkbox or radio button`);
  }

  /** @param thing what its buttons name after their own words: "More: Call the vet" is "More" */
  #part(element: Element, thing?: string): PagePart {
    const open: PagePart["open"] = (...how) => this.open(...how);
    return new Section(element, () => this.pageUrl(), open, thing);
  }
}

class Section extends PagePart {
  readonly #element: Element;
  protected readonly pageUrl: () => URL;
  protected readonly open: PagePart["open"];
  readonly #thing: string | undefined;

  constructor(element: Element, pageUrl: () => URL, open: PagePart["open"], thing?: string) {
    super();
    this.#element = element;
    this.pageUrl = pageUrl;
    this.open = open;
    this.#thing = thing;
  }

  protected override nameOf(element: Element): string {
    const name = super.nameOf(element);
    const end = `: ${this.#thing}`;
    return name.endsWith(end) ? name.slice(0, -end.length) : name;
  }

  protected root(): Element {
    if (!this.#element.isConnected)
      throw new Error("The browser has left the page that contained this");
    return this.#element;
  }
}

function pressPlain(button: HTMLButtonElement): void {
  const popover = button.ownerDocument.getElementById(button.getAttribute("popovertarget") ?? "");
  if (!popover) throw new Error(`“${accessibleName(button)}” does nothing without JavaScript`);
  showPopover(popover, button.getAttribute("popovertargetaction") ?? "toggle");
}
