import { type ErrorResponse, isRouteErrorResponse, Link } from "@remix-run/react";
import { useMainFocus } from "#app/ui/navigation/use-main-focus.ts";
import { UnsavedPage } from "../unsaved/unsaved-page.tsx";
import { TypedWords } from "../unsaved/typed-words.tsx";
import { MilaFace } from "../kit/mila-face.tsx";
import { useRequestContext } from "./request-context.tsx";

/** Shows no technical details, only an id that is also in the log. */
export function ErrorPage({ error }: { error: unknown }) {
  const { requestId } = useRequestContext();
  useMainFocus();
  const response = isRouteErrorResponse(error) ? error : { status: 500, data: null };
  if (response.data?.unsaved) return <UnsavedPage {...response.data} />;
  const { gone, typed } = response.data ?? {};
  if (gone) return <Frame heading="Nothing changed" text={gone} typed={typed} />;
  return <Frame {...(refusals[response.status] ?? frameFor(response, requestId))} />;
}

interface FrameProps {
  heading: string;
  text: string;
  errorId?: string | undefined;
  hasRetry?: boolean;
  /** What could not be saved. */
  typed?: string[];
}

const refusals: Record<number, FrameProps> = {
  403: {
    heading: "Only the owner can do this",
    text: "Ask the owner of your household for help.",
  },
  404: {
    heading: "Oops! Page not found",
    text: "It may have been moved or deleted, or the link may be incomplete.",
  },
  429: { heading: "Too many tries", text: "Please wait 15 minutes, then try again." },
};

function frameFor(
  { status, data }: Pick<ErrorResponse, "status" | "data">,
  requestId: string | undefined,
): FrameProps {
  const { isCrowded, why, errorId } = data ?? {};
  if (isCrowded)
    return { heading: "One moment, please", text: `${why} Nothing was lost.`, hasRetry: true };
  if (status < 500) return { heading: "That didn't work", text: "Please go back and try again." };
  return {
    heading: "Something went wrong",
    text: why ?? "It's not your fault. Please try again in a moment.",
    errorId: errorId ?? requestId,
  };
}

function Frame({ heading, text, errorId, hasRetry = false, typed = [] }: FrameProps) {
  return (
    <main id="main" tabIndex={-1} className="narrow-page text-center">
      <MilaFace className="mx-auto size-20" />
      <h1 className="page-title">{heading}</h1>
      <p>{text}</p>
      <TypedWords words={typed} />
      {errorId && (
        <p className="hint">
          If it keeps happening, send this code to Mila&apos;s owner: <code>{errorId}</code>
        </p>
      )}
      {hasRetry && (
        <p>
          <a className="button-primary" href="">
            Try again
          </a>
        </p>
      )}
      <p>
        <Link className={hasRetry ? "button-secondary" : "button-primary"} to="/">
          Return to Home
        </Link>
      </p>
    </main>
  );
}

export function errorTitle(error: unknown): string {
  const response = isRouteErrorResponse(error) ? error : undefined;
  if (response?.data?.unsaved) return "Not saved · Mila";
  if (response?.data?.gone) return "Nothing changed · Mila";
  if (response?.data?.isCrowded) return "One moment, please · Mila";
  return response?.status === 404 ? "Page not found · Mila" : "Something went wrong · Mila";
}
