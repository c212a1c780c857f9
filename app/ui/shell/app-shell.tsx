import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { focusCard } from "#app/ui/navigation/focus-card.ts";
import { DueAlerts } from "../live/due-alerts.tsx";
import { MilaFace } from "../kit/mila-face.tsx";
import { MainNav } from "./main-nav.tsx";
import { SearchLink } from "./search-link.tsx";
import { UndoKey } from "../shortcuts/undo-key.tsx";
import { useShortcuts } from "../shortcuts/use-shortcuts.ts";

interface AppShellProps {
  sidebar?: ReactNode;
  /** The first task on the page, to which "Skip to tasks" leads. */
  firstTaskId?: string | undefined;
  children: ReactNode;
}

/** The layout of pages that need a sign-in. */
export function AppShell({ sidebar, firstTaskId, children }: AppShellProps) {
  useShortcuts();
  const main = (
    <main id="main" tabIndex={-1} className="shell-main">
      {children}
    </main>
  );
  return (
    <>
      {firstTaskId && (
        <a
          className="skip-link"
          href={`#task-${firstTaskId}`}
          onClick={(event) => {
            event.preventDefault();
            focusCard(firstTaskId);
          }}
        >
          Skip to tasks
        </a>
      )}
      <header className="shell-header">
        <Link to="/dashboard" className="shell-brand" discover="none">
          <MilaFace className="size-9" />
          Mila
        </Link>
        <SearchLink />
        <MainNav />
      </header>
      <DueAlerts />
      <UndoKey />
      {sidebar ? (
        <div className="with-sidebar">
          {sidebar}
          {main}
        </div>
      ) : (
        main
      )}
    </>
  );
}
