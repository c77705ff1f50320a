package dev.turnstile.embedded.schema;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.cel.common.types.StructTypeReference;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A part of a schema as expressions see it: its type for the type checker, and the form of its JSON values. Expressions
 * cannot refer to fields of unknown shape (preserved unknown fields); field names that are no identifiers are escaped
 * as Kubernetes escapes them.
 */
final class CelShape {

    /** The form of a value. */
    enum ShapeKind {
        DYNAMIC,
        BOOL,
        INT,
        DOUBLE,
        STRING,
        BYTES,
        TIMESTAMP,
        DATE,
        DURATION,
        LIST,
        MAP,
        OBJECT
    }

    /** A field of an object: its name in JSON and its shape. */
    record Field(String name, CelShape shape) {}

    private final ShapeKind kind;
    private final CelType type;
    private final @Nullable CelShape element;
    private final Map<String, Field> fields;
    private final Map<String, String> escapedNames;

    private CelShape(ShapeKind kind, CelType type, @Nullable CelShape element, Map<String, Field> fields) {
        this.kind = kind;
        this.type = type;
        this.element = element;
        this.fields = fields;
        Map<String, String> names = new LinkedHashMap<>();
        fields.forEach((escaped, field) -> names.put(field.name(), escaped));
        this.escapedNames = names;
    }

    ShapeKind kind() {
        return kind;
    }

    CelType type() {
        return type;
    }

    /** The shape of a list's items or a map's values. */
    @Nullable
    CelShape element() {
        return element;
    }

    /** An object's field by its escaped name. */
    @Nullable
    Field field(String escapedName) {
        return fields.get(escapedName);
    }

    @Nullable
    String escapedName(String name) {
        return escapedNames.get(name);
    }

    /** The types of the objects of one schema, by the name of the place where they are. */
    @SuppressWarnings("Immutable") // grows while the schema is read, and is complete when rules are compiled
    static final class Types implements CelTypeProvider {
        private final Map<String, CelType> types = new LinkedHashMap<>();

        @Override
        public ImmutableCollection<CelType> types() {
            return ImmutableList.copyOf(types.values());
        }

        @Override
        public Optional<CelType> findType(String name) {
            return Optional.ofNullable(types.get(name));
        }
    }

    /** Null if expressions cannot refer to such values. */
    static @Nullable CelShape of(Schema schema, String place, Types types) {
        if (schema.intOrString()) {
            return new CelShape(ShapeKind.DYNAMIC, SimpleType.DYN, null, Map.of());
        }
        return switch (schema.type()) {
            case BOOLEAN -> scalar(ShapeKind.BOOL, SimpleType.BOOL);
            case INTEGER -> scalar(ShapeKind.INT, SimpleType.INT);
            case NUMBER -> scalar(ShapeKind.DOUBLE, SimpleType.DOUBLE);
            case STRING -> text(schema.format());
            case ARRAY -> list(schema, place, types);
            case OBJECT -> object(schema, place, types);
            case ANY -> null;
        };
    }

    private static CelShape scalar(ShapeKind kind, CelType type) {
        return new CelShape(kind, type, null, Map.of());
    }

    private static CelShape text(String format) {
        return switch (format) {
            case "byte" -> scalar(ShapeKind.BYTES, SimpleType.BYTES);
            case "date-time" -> scalar(ShapeKind.TIMESTAMP, SimpleType.TIMESTAMP);
            case "date" -> scalar(ShapeKind.DATE, SimpleType.TIMESTAMP);
            case "duration" -> scalar(ShapeKind.DURATION, SimpleType.DURATION);
            default -> scalar(ShapeKind.STRING, SimpleType.STRING);
        };
    }

    private static @Nullable CelShape list(Schema schema, String place, Types types) {
        CelShape item = schema.items() == null ? null : of(schema.items(), place + ".@idx", types);
        return item == null ? null : new CelShape(ShapeKind.LIST, ListType.create(item.type), item, Map.of());
    }

    private static @Nullable CelShape object(Schema schema, String place, Types types) {
        Schema values = schema.additionalProperties();
        if (values != null && schema.properties().isEmpty()) {
            CelShape value = of(values, place + ".@elem", types);
            return value == null
                    ? null
                    : new CelShape(ShapeKind.MAP, MapType.create(SimpleType.STRING, value.type), value, Map.of());
        }
        Map<String, Field> fields = new LinkedHashMap<>();
        boolean resource = schema.embeddedResource() || schema.customResource != null;
        schema.properties().forEach((name, property) -> {
            CelShape shape = resource && name.equals("metadata")
                    ? metadata(place + ".metadata", types)
                    : of(property, place + "." + name, types);
            String escaped = CelNames.escape(name);
            if (shape != null && escaped != null) {
                fields.put(escaped, new Field(name, shape));
            }
        });
        return struct(place, fields, types);
    }

    /** Of metadata, expressions see name and generateName only. */
    private static CelShape metadata(String place, Types types) {
        CelShape text = scalar(ShapeKind.STRING, SimpleType.STRING);
        return struct(
                place, Map.of("name", new Field("name", text), "generateName", new Field("generateName", text)), types);
    }

    @SuppressWarnings("Immutable") // nobody keeps the map to change it
    private static CelShape struct(String place, Map<String, Field> fields, Types types) {
        StructType type = StructType.create(
                place,
                ImmutableSet.copyOf(fields.keySet()),
                name -> Optional.ofNullable(fields.get(name))
                        .map(field -> field.shape().type()));
        types.types.put(place, type);
        return new CelShape(ShapeKind.OBJECT, StructTypeReference.create(place), null, fields);
    }
}
