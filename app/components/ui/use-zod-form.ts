import { type DefaultValue, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";

type Fields = Record<string, unknown>;

interface ZodFormOptions<Schema, Form> {
  /** The prefix of its fields' ids. */
  id: string;
  schema: Schema;
  defaultValue?: DefaultValue<Form>;
  /** The server's answer. */
  lastResult: SubmissionResult<string[]> | undefined;
  /** When a field with an error is checked again. */
  shouldRevalidate?: "onInput" | "onSubmit";
}

/** A form checked by the same schema as on the server. Until the script has loaded, the browser's own checks apply. */
export function useZodForm<Schema extends z.ZodType<unknown, Fields>, Form extends Fields = z.input<Schema>>({
  schema,
  ...options
}: ZodFormOptions<Schema, Form>) {
  return useForm<Form, z.output<Schema>>({
    defaultNoValidate: false,
    shouldRevalidate: "onInput",
    ...options,
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
  });
}
