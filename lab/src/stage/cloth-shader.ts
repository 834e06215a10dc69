import type { Material } from "three";

type Shader = Parameters<Material["onBeforeCompile"]>[0];

/** Cloth shading parameters of a material. */
export interface ClothShading {
  /** Color of the back, and how much it covers the pattern of the front. */
  back?: readonly [red: number, green: number, blue: number, cover: number];
  /** Rim light of loose fibers: red, green, blue. */
  fuzz?: readonly [red: number, green: number, blue: number];
}

/**
 * Makes a three.js material shade as cloth. Each side has its own darkness (see `ClothShade`), fibers catch light at
 * grazing angles, and vertex colors are blended over the texture by their alpha.
 */
export function shadeAsCloth(material: Material, { back, fuzz }: ClothShading): void {
  const [red, green, blue, cover] = back ?? [0, 0, 0, 0];
  const color = `
    #ifndef OWN_TEXTURE
    if (!gl_FrontFacing) diffuseColor.rgb = mix(diffuseColor.rgb, vec3(${red}, ${green}, ${blue}), float(${cover}));
    #endif
    #if defined(USE_COLOR) || defined(USE_COLOR_ALPHA)
      diffuseColor.rgb = mix(diffuseColor.rgb, vColor.rgb, vColor.a);
    #endif`;
  const [fuzzRed, fuzzGreen, fuzzBlue] = fuzz ?? [0, 0, 0];
  const light = `
    float lightness = 1.0 - (gl_FrontFacing ? vDarkness.x : vDarkness.y);
    float aside = 1.0 - saturate(dot(normal, normalize(vViewPosition)));
    reflectedLight.indirectDiffuse *= lightness;
    reflectedLight.indirectSpecular *= lightness;
    reflectedLight.directDiffuse *= mix(1.0, lightness, 0.5);
    reflectedLight.directSpecular *= mix(1.0, lightness, 0.7);
    reflectedLight.indirectDiffuse +=
      vec3(${fuzzRed}, ${fuzzGreen}, ${fuzzBlue}) * aside * aside * aside * irradiance * lightness;`;
  material.onBeforeCompile = (shader) => {
    passDarkness(shader);
    shader.fragmentShader = shader.fragmentShader
      .replace("#include <color_fragment>", color)
      .replace("#include <aomap_fragment>", light);
  };
  material.customProgramCacheKey = () => `cloth ${String(back)} ${String(fuzz)}`;
}

/** Makes a material show clear colors, mostly without lighting, equal on both sides. */
export function shadeClearly(material: Material): void {
  material.onBeforeCompile = (shader) => {
    passDarkness(shader);
    shader.fragmentShader = shader.fragmentShader
      .replace(
        "#include <color_fragment>",
        `#if defined(USE_COLOR) || defined(USE_COLOR_ALPHA)
          diffuseColor.rgb = mix(diffuseColor.rgb, vColor.rgb, vColor.a);
        #endif`,
      )
      .replace(
        "#include <emissivemap_fragment>",
        "totalEmissiveRadiance = 0.74 * diffuseColor.rgb; diffuseColor.rgb *= 0.3;",
      )
      .replace(
        "#include <aomap_fragment>",
        `float lightness = 1.0 - (gl_FrontFacing ? vDarkness.x : vDarkness.y);
        totalEmissiveRadiance *= mix(1.0, lightness, 0.45);
        reflectedLight.indirectDiffuse *= lightness;`,
      );
  };
  material.customProgramCacheKey = () => "clear";
}

function passDarkness(shader: Shader): void {
  shader.vertexShader = shader.vertexShader
    .replace(
      "#include <common>",
      "#include <common>\nattribute vec2 darkness;\nvarying vec2 vDarkness;",
    )
    .replace("#include <begin_vertex>", "#include <begin_vertex>\nvDarkness = darkness;");
  shader.fragmentShader = shader.fragmentShader.replace(
    "#include <common>",
    "#include <common>\nvarying vec2 vDarkness;",
  );
}
