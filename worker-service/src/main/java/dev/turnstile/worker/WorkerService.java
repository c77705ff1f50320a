package dev.turnstile.worker;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class WorkerService {
    public static void main(String[] arguments) {
        SpringApplication.run(WorkerService.class, arguments);
    }
}
