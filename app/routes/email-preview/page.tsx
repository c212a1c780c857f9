import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AppShell } from "#app/ui/shell/app-shell.tsx";
import { BackLink } from "#app/ui/shell/back-link.tsx";
import { previewWelcome } from "./preview.server.ts";
import { requireViewer } from "#app/server/session.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";
export { getOnly as action } from "#app/server/http-errors.server.ts";

export const meta: MetaFunction = () => [{ title: "Email preview · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const { subject, text } = await previewWelcome(args.request, await requireViewer(args));
  // Signature dashes end in a space, by email convention.
  return { subject, text: text.replaceAll(/ +$/gm, "") };
}

export default function EmailPreview() {
  const { subject, text } = useLoaderData<typeof loader>();
  return (
    <AppShell>
      <div className="form-page">
        <BackLink to="/preferences/family">Family &amp; Household</BackLink>
        <h1 className="page-title">Email preview</h1>
        <p className="subject">{subject}</p>
        <figure>
          {/* The CSP allows the email's inline styles only at its own URL. */}
          <iframe
            className="email-frame"
            src="/email-preview/message"
            title="The welcome email"
            sandbox="allow-scripts allow-top-navigation-by-user-activation"
          />
          <figcaption className="hint">
            This is a preview of the email that will be sent to family members when you add them.
          </figcaption>
        </figure>
        <details className="email-text">
          <summary className="row-button">As plain text</summary>
          <pre>{text}</pre>
        </details>
      </div>
    </AppShell>
  );
}
