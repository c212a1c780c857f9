export * from "#app/domain/core/limits.ts";
