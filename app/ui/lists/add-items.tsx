import { type Fetcher, useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { textLength } from "#app/domain/core/limits.ts";
import { randomId } from "../saving/random-id.ts";
import { failureIn } from "../saving/failure.ts";
import { useRequestContext } from "../shell/request-context.tsx";

export interface Refused {
  text: string;
  /** Absent for text that is restored after signing in. */
  errors?: string[];
}

interface AddItemsProps {
  action: string;
  label: string;
  placeholder: string;
  button: "button-primary" | "button-secondary";
  refused?: Refused | undefined;
  suggestions: string[];
  /** The page to return to, if it is not the usual one. */
  returnTo?: string;
  /** True right after an item was added, so that the next one can be typed. */
  hasFocus?: boolean;
  /** When the list was read: somebody else may have added the same since. */
  seenAt?: string;
}

/** The answer that the fetcher had when the form was sent. */
interface Sent {
  after: Refused | undefined;
}

/** Ignores an answer to an earlier form: a fetcher keeps it when a later form succeeds. */
function latestAnswer({ state, data }: Fetcher<Refused>, sent: Sent | undefined) {
  return state === "idle" && data !== sent?.after ? data : undefined;
}

/** With JavaScript, the field is empty at once and keeps the focus. */
export function AddItems({ action, label, placeholder, refused, ...more }: AddItemsProps) {
  const { suggestions, returnTo, hasFocus, seenAt, button } = more;
  const { requestId: fromServer } = useRequestContext();
  const [requestId, setRequestId] = useState(() => fromServer || randomId());
  const fetcher = useFetcher<Refused>();
  const input = useRef<HTMLInputElement>(null);
  const [sent, setSent] = useState<Sent>();
  const latest = latestAnswer(fetcher, sent);
  const failure = failureIn(latest);
  const errors = failure ? undefined : (latest ?? (sent ? undefined : refused))?.errors;
  const refusedText = latest?.text;

  // Gives back what the server refused, unless something else was typed since.
  useEffect(() => {
    if (refusedText && input.current?.value === "") input.current.value = refusedText;
  }, [refusedText]);

  return (
    <fetcher.Form
      method="post"
      action={action}
      preventScrollReset
      className="list-add"
      autoComplete="off"
      onSubmit={() => {
        setSent({ after: fetcher.data });
        // The form's fields are read before they are emptied.
        window.setTimeout(() => {
          setRequestId(randomId());
          if (!input.current) return;
          input.current.value = "";
          input.current.focus();
        });
      }}
    >
      <input type="hidden" name="requestId" value={requestId} suppressHydrationWarning />
      {returnTo && <input type="hidden" name="redirectTo" value={returnTo} />}
      {seenAt && <input type="hidden" name="seenAt" value={seenAt} />}
      <label htmlFor="item-text" className="sr-only">
        {label}
      </label>
      <input
        ref={input}
        id="item-text"
        name="text"
        type="text"
        className="control"
        defaultValue={refused?.text ?? ""}
        placeholder={placeholder}
        maxLength={textLength.request}
        list="bought-before"
        enterKeyHint="done"
        autoFocus={hasFocus}
        aria-invalid={errors ? true : undefined}
        aria-describedby={errors ? "item-text-error" : undefined}
      />
      <Suggested names={suggestions} />
      <button type="submit" className={button}>
        Add
      </button>
      {errors && (
        <p id="item-text-error" className="field-error" role="alert">
          {errors.join(" ")}
        </p>
      )}
      <Failed failure={failure} />
    </fetcher.Form>
  );
}

function Suggested({ names }: { names: string[] }) {
  if (names.length === 0) return null;
  return (
    <datalist id="bought-before">
      {names.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
}

/** Says that a change could not be saved. */
export function Failed({ failure }: { failure: ReturnType<typeof failureIn> }) {
  if (!failure) return null;
  return (
    <p role="alert" className="field-error">
      {failure.title} {failure.message}
    </p>
  );
}
