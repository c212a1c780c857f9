import { request } from "node:http";

export interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

interface RawRequest {
  method?: string;
  headers?: Record<string, string>;
  /** Sent with its length; in parts (an array) chunked. */
  body?: string | Buffer | (string | Buffer)[];
}

const formPost = { "content-type": "application/x-www-form-urlencoded" };

/** Sends what `fetch` would not: any method, any Host, Origin and Sec-Fetch-Site, a path as it stands, chunked bodies. */
export function rawRequest(url: string, path: string, options: RawRequest = {}): Promise<RawAnswer> {
  const { method = "GET", headers = {}, body } = options;
  const { hostname, port } = new URL(url);
  const parts = Array.isArray(body) ? body : [body ?? ""];
  const length = body === undefined || Array.isArray(body) ? {} : { "content-length": Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, agent: false, headers: { ...length, ...headers } });
    sent.once("response", (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk) => (text += chunk));
      response.once("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      response.once("error", reject);
    });
    // A server that has answered may stop listening to the rest: then the answer counts.
    sent.on("error", reject);
    for (const part of parts) if (part.length > 0) sent.write(part);
    sent.end();
  });
}

/** A form post as browsers send it without JavaScript. */
export function rawPost(
  url: string,
  path: string,
  fields: Record<string, string> | string | Buffer | (string | Buffer)[],
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  const isBody = typeof fields === "string" || Buffer.isBuffer(fields) || Array.isArray(fields);
  const body = isBody ? fields : String(new URLSearchParams(fields));
  return rawRequest(url, path, { method: "POST", body, headers: { ...formPost, ...headers } });
}
