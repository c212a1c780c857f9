import { useRouteLoaderData } from "@remix-run/react";

/** The school mails that nobody has looked at. */
export const useMailCount = (): number =>
  useRouteLoaderData<{ schoolMails: number }>("root")?.schoolMails ?? 0;

export const describeMails = (count: number): string =>
  count === 1 ? "1 new mail" : `${count} new mails`;
