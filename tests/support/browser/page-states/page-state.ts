import type { HasData } from "../../product/mila.ts";
import type { PageUser } from "../page-user/page-user.ts";
import type { Visitor } from "../../product/visitor.ts";

export interface Scene {
  user: PageUser;
  family: Visitor & { email: string };
  mila: HasData;
}

export interface PageState {
  title: string;
  /** Set if JavaScript asks on the page before. */
  titleWithScript?: string;
  status?: number;
  isSignedIn: boolean;
  /** True for a plain file, which the service worker shows without a connection. */
  isFile?: boolean;
  open: (scene: Scene) => Promise<unknown>;
}

export const visitor = { isSignedIn: false };
export const member = { isSignedIn: true };

/** Fits into no line. */
export const longTitle =
  "Remember to bring everything that the school asked for in the letter of last week: "
    .repeat(4)
    .slice(0, 299);

/** The same, shortened for a page title. */
export const longPageTitle =
  "Remember to bring everything that the school asked for in the… · Mila";

/** The widest date that pages show: "Sep 24, 2031, 12:59 PM". */
export const widestDate = "2031-09-24T12:59";
