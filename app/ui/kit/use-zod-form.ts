import { type DefaultValue, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useEffect } from "react";
import type { z } from "zod";

type Fields = Record<string, unknown>;

interface ZodFormOptions<Schema, Form> {
  id: string;
  schema: Schema;
  defaultValue?: DefaultValue<Form>;
  lastResult: SubmissionResult<string[]> | undefined;
  shouldRevalidate?: "onInput" | "onSubmit";
}

/** Until the script has loaded, the browser's own validation applies. */
export function useZodForm<
  Schema extends z.ZodType<unknown, Fields>,
  Form extends Fields = z.input<Schema>,
>({ schema, ...options }: ZodFormOptions<Schema, Form>) {
  useFirstErrorFocus(options.id);
  return useForm<Form, z.output<Schema>>({
    defaultNoValidate: false,
    shouldRevalidate: "onInput",
    ...options,
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
  });
}

/**
 * Conform moves the focus only within a page that stays, but the response to a form may be another
 * page.
 */
function useFirstErrorFocus(id: string): void {
  useEffect(() => {
    if (!document.activeElement?.matches("body, main, h1, dialog")) return;
    const form = document.forms.namedItem(id);
    form?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [id]);
}
