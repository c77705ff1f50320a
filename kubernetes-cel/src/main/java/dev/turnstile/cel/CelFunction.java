package dev.turnstile.cel;

import dev.cel.common.CelOverloadDecl;
import dev.cel.common.types.CelType;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelFunctionOverload;
import java.util.List;

/** One overload of a function that Kubernetes adds to CEL: how it is declared, and what it does. */
record CelFunction(String name, CelOverloadDecl declaration, CelFunctionBinding binding) {

    /** A function's argument or receiver: its type for the type checker, and its Java class. */
    record Argument<T>(CelType type, Class<T> javaType) {}

    static <A> CelFunction global(
            String name, String id, CelType result, Argument<A> argument, CelFunctionOverload.Unary<A> body) {
        return new CelFunction(
                name,
                CelOverloadDecl.newGlobalOverload(id, result, argument.type()),
                CelFunctionBinding.from(id, argument.javaType(), body));
    }

    static <A, B> CelFunction global(
            String name,
            String id,
            CelType result,
            Argument<A> a,
            Argument<B> b,
            CelFunctionOverload.Binary<A, B> body) {
        return new CelFunction(
                name,
                CelOverloadDecl.newGlobalOverload(id, result, a.type(), b.type()),
                CelFunctionBinding.from(id, a.javaType(), b.javaType(), body));
    }

    static CelFunction constant(String name, CelType result, CelFunctionOverload value) {
        return new CelFunction(
                name, CelOverloadDecl.newGlobalOverload(name, result), CelFunctionBinding.from(name, List.of(), value));
    }

    static <A> CelFunction member(
            String name, String id, CelType result, Argument<A> receiver, CelFunctionOverload.Unary<A> body) {
        return new CelFunction(
                name,
                CelOverloadDecl.newMemberOverload(id, result, receiver.type()),
                CelFunctionBinding.from(id, receiver.javaType(), body));
    }

    static <A, B> CelFunction member(
            String name,
            String id,
            CelType result,
            Argument<A> receiver,
            Argument<B> argument,
            CelFunctionOverload.Binary<A, B> body) {
        return new CelFunction(
                name,
                CelOverloadDecl.newMemberOverload(id, result, receiver.type(), argument.type()),
                CelFunctionBinding.from(id, receiver.javaType(), argument.javaType(), body));
    }

    static CelFunction member(
            String name, String id, CelType result, List<Argument<?>> arguments, CelFunctionOverload body) {
        return new CelFunction(
                name,
                CelOverloadDecl.newMemberOverload(
                        id, result, arguments.stream().map(Argument::type).toList()),
                CelFunctionBinding.from(
                        id, arguments.stream().<Class<?>>map(Argument::javaType).toList(), body));
    }
}
