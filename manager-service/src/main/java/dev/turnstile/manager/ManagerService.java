package dev.turnstile.manager;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class ManagerService {
    public static void main(String[] arguments) {
        SpringApplication.run(ManagerService.class, arguments);
    }
}
