import {
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  data,
} from "@remix-run/node";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import latin from "@fontsource-variable/nunito/files/nunito-latin-wght-normal.woff2?url";
import type { ReactNode } from "react";
import { DashboardSkeleton, gettingReady } from "./ui/dashboard/dashboard-skeleton.tsx";
import { ErrorPage, errorTitle } from "./ui/shell/error-page.tsx";
import { useRequestContext } from "./ui/shell/request-context.tsx";
import { useSignOutFailure } from "./ui/shell/sign-out-form.tsx";
import { Toasts } from "./ui/live/toast.tsx";
import { useLoadingDashboard } from "./ui/navigation/use-loading-dashboard.ts";
import { useFocusInStrips } from "./ui/navigation/use-focus-in-strips.ts";
import { useMainFocus } from "./ui/navigation/use-main-focus.ts";
import { useBusyLink } from "./ui/navigation/use-busy-link.ts";
import { useLiveFrame } from "./ui/live/use-live-frame.ts";
import { usePersistentToast } from "./ui/live/use-persistent-toast.ts";
import styles from "./styles.css?url";
import {
  loadDueAlerts,
  readCopyTime,
  countOpenQuestions,
  countSchoolMails,
  ownsMila,
  findNotSaved,
  renewCookies,
} from "./server/root-data.server.ts";
import { rememberDevice } from "./server/sign-in/device.server.ts";
import { readShortcuts } from "./server/shell/shortcuts.server.ts";
import { readTheme } from "./server/shell/theme.server.ts";
import { consumeToast } from "./server/toast.server.ts";

export const links: LinksFunction = () => [
  { rel: "preload", href: latin, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "stylesheet", href: styles },
  { rel: "icon", href: "/icon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/icon-180.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

export { shouldRevalidateFrame as shouldRevalidate } from "./ui/navigation/should-revalidate.ts";

export const meta: MetaFunction = ({ error }) => [{ title: error ? errorTitle(error) : "Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const { toast = await findNotSaved(args), headers } = await consumeToast(args.request);
  const cookies = new Headers(headers);
  // The page works without it; a failing database is reported elsewhere.
  const device = await rememberDevice(args).catch(() => null);
  if (device) cookies.append("Set-Cookie", device);
  for (const renewed of await renewCookies(args.request).catch(() => []))
    cookies.append("Set-Cookie", renewed);
  const theme = await readTheme(args.request);
  const [alerts, openQuestions] = [await loadDueAlerts(args), await countOpenQuestions(args)];
  const copiedAt = await readCopyTime(args);
  const shown = {
    theme,
    shortcuts: await readShortcuts(args.request),
    toast,
    copiedAt,
    ...alerts,
    openQuestions,
    schoolMails: await countSchoolMails(args),
    ownsMila: await ownsMila(args),
  };
  return data(
    { ...shown, userId: args.context.userId, householdId: args.context.householdId },
    { headers: cookies },
  );
}

export function Layout({ children }: { children: ReactNode }) {
  const { nonce } = useRequestContext();
  const theme = useRouteLoaderData<typeof loader>("root")?.theme ?? "system";
  return (
    <html lang="en" data-theme={theme}>
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        <meta
          name="description"
          content="Mila is your family's task assistant. Say what you need and get it done."
        />
        <meta name="color-scheme" content={theme === "system" ? "light dark" : theme} />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf7f3" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1c171d" />
        <Meta />
        <Links />
      </head>
      <body>
        <a className="skip-link" href="#main">
          Skip to content
        </a>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  const { toast, frameRevision } = useLoaderData<typeof loader>();
  const persistentToast = usePersistentToast(toast);
  const loadingPath = useLoadingDashboard();
  useBusyLink();
  useFocusInStrips();
  useMainFocus();
  useLiveFrame(frameRevision);
  return (
    <>
      <Toasts toast={useSignOutFailure() ?? persistentToast} />
      <p className="sr-only" aria-live="polite">
        {loadingPath && gettingReady}
      </p>
      {loadingPath ? <DashboardSkeleton pathname={loadingPath} /> : <Outlet />}
    </>
  );
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
