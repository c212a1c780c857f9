import { useLayoutEffect } from "react";
import { categories } from "#app/domain/core/limits.ts";
import { WelcomeCard } from "./welcome-card.tsx";
import { AppShell } from "../shell/app-shell.tsx";
import { CategoryIcon } from "../tasks/category-icon.tsx";

/** See the specification, section 2. */
export const gettingReady = "Mila is getting things ready…";

export function DashboardSkeleton({ pathname }: { pathname: string }) {
  // Newer browsers return a promise, which React would mistake for a cleanup function.
  useLayoutEffect(() => void window.scrollTo(0, 0), []);
  const isFamily = pathname === "/family";
  return (
    <AppShell>
      <h1 className={isFamily ? "page-title" : "greeting"}>
        {isFamily ? "Family Dashboard" : <span className="sr-only">Dashboard</span>}
        {!isFamily && <span className="skeleton h-[1lh] w-72" aria-hidden="true" />}
      </h1>
      {isFamily ? (
        <div className="skeleton mb-4 h-24 rounded-card bg-brand-soft" aria-hidden="true" />
      ) : (
        <div className="add-task" aria-hidden="true">
          <div className="add-task-form">
            <span className="add-task-send ml-auto" />
          </div>
        </div>
      )}
      {!isFamily && <WelcomeCard />}
      {!isFamily && <div className="skeleton-views" aria-hidden="true" />}
      <div className="categories" aria-busy="true">
        {categories.map((category) => (
          <section
            key={category}
            className="category"
            data-category={category}
            aria-label={category}
          >
            <h2 className="category-heading">
              <CategoryIcon category={category} />
              {category}
            </h2>
            <div className="task-list">
              <p className="text-ink-soft">{gettingReady}</p>
              {[1, 2, 3].map((row) => (
                <div key={row} className="task skeleton-task" aria-hidden="true">
                  <span className="skeleton size-6 rounded-full" />
                  <span className="skeleton h-4" />
                </div>
              ))}
            </div>
          </section>
        ))}
      </div>
    </AppShell>
  );
}
