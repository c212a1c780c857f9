import { Form } from "@remix-run/react";
import { textLength } from "#app/domain/core/limits.ts";
import { pageForShared } from "#app/domain/tasks/offline/shared-input.ts";
import { Field, fieldProps } from "../kit/field.tsx";

/** Forwards a shared text: a short one as a request, a long one as a mail. */
export function SharedForm({ text }: { text: string }) {
  const isLong = pageForShared(text) === "/mail";
  return (
    <Form
      method={isLong ? "post" : "get"}
      action={isLong ? "/mail" : "/tasks/confirm"}
      className="stack text-start"
    >
      {isLong && (
        <p>
          A request has at most {textLength.request.toLocaleString("en-US")} characters. I can read
          this as a mail from school, and you choose what to add.
        </p>
      )}
      <Field id="shared" label="What you shared">
        <textarea
          {...fieldProps("shared", {})}
          name="text"
          defaultValue={text}
          rows={8}
          dir="auto"
        />
      </Field>
      <button type="submit" className="button-primary">
        {isLong ? "Read it as a mail" : "Review before adding"}
      </button>
    </Form>
  );
}
