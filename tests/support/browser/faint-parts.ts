import type { Page } from "@playwright/test";

/**
 * Finds edges of fields, and icons without words, that have too little contrast in either theme
 * (WCAG 2.2, 1.4.11). Disabled fields and boxes that the browser draws itself are exempt.
 */
export async function faintParts(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const theme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    found.push(...(await page.evaluate(faintNow)).map((part) => `${theme}: ${part}`));
  }
  return found;
}

/** Runs in the page. */
function faintNow(): string[] {
  type Color = [red: number, green: number, blue: number, alpha: number];
  const least = 3;
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true })!;
  const fields = [...document.querySelectorAll("input, select, textarea, .tick")].filter(
    (field) => !field.matches(":disabled, [type=hidden]") && !isDrawnByBrowser(field),
  );
  const icons = [
    ...document.querySelectorAll("button > svg:only-child, a > svg:only-child"),
  ].filter((icon) => icon.parentElement!.textContent === "" && !icon.closest(":disabled"));
  return [
    ...fields.filter(isShown).filter((field) => {
      const style = getComputedStyle(field);
      const ground = groundOf(field.parentElement!);
      const marks = [colorOf(style.backgroundColor)];
      if (style.borderTopStyle !== "none") marks.push(colorOf(style.borderTopColor));
      return !marks.some((mark) => contrast(over(mark, ground), ground) >= least);
    }),
    ...icons.filter(isShown).filter((icon) => {
      const ground = groundOf(icon);
      return contrast(over(colorOf(getComputedStyle(icon).color), ground), ground) < least;
    }),
  ].map((part) => part.outerHTML.slice(0, 160));

  function isDrawnByBrowser(field: Element): boolean {
    const isBox = field.matches("[type=checkbox], [type=radio]");
    return isBox && getComputedStyle(field).appearance !== "none";
  }

  function isShown(element: Element): boolean {
    const { width } = element.getBoundingClientRect();
    return (
      width > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    );
  }

  function colorOf(text: string): Color {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  }

  function over([red, green, blue, alpha]: Color, ground: Color): Color {
    const mix = (part: number, below: number) => part * alpha + below * (1 - alpha);
    return [mix(red, ground[0]), mix(green, ground[1]), mix(blue, ground[2]), 1];
  }

  function groundOf(element: Element): Color {
    const own = colorOf(getComputedStyle(element).backgroundColor);
    if (own[3] === 1) return own;
    return over(own, element.parentElement ? groundOf(element.parentElement) : [255, 255, 255, 1]);
  }

  function contrast(one: Color, other: Color): number {
    const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
    return (lighter + 0.05) / (darker + 0.05);
  }

  function luminance([red, green, blue]: Color): number {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }
}
