// Starts Swagger UI. No external validator is used, and a typed key is not stored.
/** @type {{ SwaggerUIBundle: (options: object) => void }} */ (
  /** @type {unknown} */ (globalThis)
).SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  filter: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
  persistAuthorization: false,
  validatorUrl: null,
});
