import type { ReactNode } from "react";
import { MilaFace } from "../kit/mila-face.tsx";

/** The layout of account pages that need no sign-in. */
export function AccountPage({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="narrow-page">
      <div className="text-center">
        <MilaFace className="mx-auto size-20" />
        <h1 className="page-title">{heading}</h1>
      </div>
      <div className="card-panel stack">{children}</div>
    </main>
  );
}
