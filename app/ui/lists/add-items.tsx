import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { textLength } from "#app/domain/core/limits.ts";
import { randomId } from "../saving/random-id.ts";
import { failureIn } from "../saving/failure.ts";
import { useRequestContext } from "../shell/request-context.tsx";

export interface Refused {
  text: string;
  errors: string[];
}

interface AddItemsProps {
  page: string;
  refused: Refused | undefined;
  suggestions: string[];
  /** True right after an item was added, so that the next one can be typed. */
  hasFocus: boolean;
}

/** With JavaScript, the field is empty at once and keeps the focus. */
export function AddItems({ page, refused, suggestions, hasFocus }: AddItemsProps) {
  const { requestId: fromServer } = useRequestContext();
  const [requestId, setRequestId] = useState(() => fromServer || randomId());
  const fetcher = useFetcher<Refused>();
  const input = useRef<HTMLInputElement>(null);
  const failure = fetcher.state === "idle" ? failureIn(fetcher.data) : undefined;
  const answer = failure ? undefined : (fetcher.data ?? refused);
  const errors = fetcher.state === "idle" ? answer?.errors : undefined;
  const refusedText = fetcher.state === "idle" ? fetcher.data?.text : undefined;

  // Gives back what the server refused, unless something else was typed since.
  useEffect(() => {
    if (refusedText && input.current?.value === "") input.current.value = refusedText;
  }, [refusedText]);

  return (
    <fetcher.Form
      method="post"
      action={`${page}/items`}
      className="list-add"
      autoComplete="off"
      onSubmit={() => {
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
      <label htmlFor="item-text" className="sr-only">
        Add to the list
      </label>
      <input
        ref={input}
        id="item-text"
        name="text"
        type="text"
        className="control"
        defaultValue={refused?.text ?? ""}
        placeholder="Milk, eggs and bread"
        maxLength={textLength.request}
        list="bought-before"
        enterKeyHint="done"
        autoFocus={hasFocus}
        aria-invalid={errors ? true : undefined}
        aria-describedby={errors ? "item-text-error" : undefined}
      />
      <datalist id="bought-before">
        {suggestions.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <button type="submit" className="button-primary">
        Add
      </button>
      {errors && (
        <p id="item-text-error" className="field-error" role="alert">
          {errors.join(" ")}
        </p>
      )}
      {failure && (
        <p role="alert" className="field-error">
          {failure.title} {failure.message}
        </p>
      )}
    </fetcher.Form>
  );
}
